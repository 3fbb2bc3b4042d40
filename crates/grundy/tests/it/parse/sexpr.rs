//! Trees printed compactly, every bracket shown, places left out.

use grundy::lang::ast::{
    Alternative, BinaryOp, Body, Cell, CellKind, Clause, ClauseKind, CompareOp, Expr, ExprKind, Header,
    HeaderKind, Name, OptionExpr, Program, Qualifier, UnaryOp,
};

/// Headers and clauses, joined by `; `.
pub(super) fn program(program: &Program) -> String {
    let mut parts: Vec<String> = program.headers.iter().map(header).collect();
    match &program.body {
        Body::Clauses(clauses) => parts.extend(clauses.iter().map(clause)),
        Body::Code(code) => parts.push(format!("code {:?} {:?}", code.digits, code.repeating)),
    }
    parts.join("; ")
}

fn header(header: &Header) -> String {
    match &header.kind {
        HeaderKind::Title(text) => format!("title {text:?}"),
        HeaderKind::Source(text) => format!("source {text:?}"),
        HeaderKind::Example(text) => format!("example {text:?}"),
        HeaderKind::Let(name, value) => format!("let {} = {}", name.text, expr(value)),
        HeaderKind::Misere => "misere".to_owned(),
        HeaderKind::Loopy => "loopy".to_owned(),
    }
}

fn clause(clause: &Clause) -> String {
    let with = |left: String, guard: &Option<Expr>, alternatives: &[Alternative]| {
        let guard = guard.as_ref().map(|guard| format!(" if {}", expr(guard))).unwrap_or_default();
        let alternatives: Vec<String> = alternatives.iter().map(alternative).collect();
        format!("{left}{guard} -> {}", alternatives.join(" | "))
    };
    match &clause.kind {
        ClauseKind::Pattern { sym, pattern, guard, alternatives } => {
            let sym = if sym.is_some() { "sym " } else { "" };
            let tag = pattern.tag.as_ref().map(|tag| tag.text.clone()).unwrap_or_default();
            with(format!("{sym}{tag}{}", names(&pattern.names)), guard, alternatives)
        }
        ClauseKind::Coins { coin, guard, alternatives } => {
            with(format!("coins {}", names(coin)), guard, alternatives)
        }
        ClauseKind::Seq { name, guard, alternatives } => {
            with(format!("seq {}", name.text), guard, alternatives)
        }
        ClauseKind::Row { left, right } => {
            let right: Vec<String> = right.iter().map(|alternative| cells(&alternative.cells)).collect();
            format!("row {} -> {}", cells(left), right.join(" | "))
        }
    }
}

fn names(names: &[Name]) -> String {
    let names: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
    format!("({})", names.join(" "))
}

fn cells(cells: &[Cell]) -> String {
    let cells: Vec<String> = cells
        .iter()
        .map(|cell| match cell.kind {
            CellKind::Exactly(cell) => char::from(cell).to_string(),
            CellKind::Run(cell) => format!("{}*", char::from(cell)),
            CellKind::Any => "?".to_owned(),
            CellKind::Not(cell) => format!("!{}", char::from(cell)),
            CellKind::LeftEnd => "<".to_owned(),
            CellKind::RightEnd => ">".to_owned(),
        })
        .collect();
    cells.join(" ")
}

fn alternative(alternative: &Alternative) -> String {
    let option = match &alternative.option {
        OptionExpr::Sum(components, _) => format!("[{}]", exprs(components)),
        OptionExpr::Copies(component, count, _) => format!("[{} ; {}]", expr(component), expr(count)),
        OptionExpr::Position(position) => expr(position),
    };
    format!("{option}{}", qualifiers(&alternative.qualifiers))
}

fn qualifiers(qualifiers: &[Qualifier]) -> String {
    let words = qualifiers.iter().map(|qualifier| match qualifier {
        Qualifier::For(bound, set) => format!(" for {} in {}", names(bound), expr(set)),
        Qualifier::If(condition) => format!(" if {}", expr(condition)),
        Qualifier::Where(conditions, _) => {
            let conditions: Vec<String> = conditions.iter().map(expr).collect();
            format!(" where {}", conditions.join(", "))
        }
    });
    words.collect()
}

fn exprs(list: &[Expr]) -> String {
    let list: Vec<String> = list.iter().map(expr).collect();
    list.join(" ")
}

fn expr(tree: &Expr) -> String {
    match &tree.kind {
        ExprKind::Int(value) => value.to_string(),
        ExprKind::Bool(value) => value.to_string(),
        ExprKind::Name(name) => name.clone(),
        ExprKind::Call(name, args) => format!("({}: {})", name.text, exprs(args)),
        ExprKind::Tuple(entries) => format!("<{}>", exprs(entries)),
        ExprKind::Set(members) => format!("{{{}}}", exprs(members)),
        ExprKind::Comprehension(member, inside) => format!("{{{}{}}}", expr(member), qualifiers(inside)),
        ExprKind::Unary(UnaryOp::Neg, inner) => format!("(- {})", expr(inner)),
        ExprKind::Unary(UnaryOp::Not, inner) => format!("(not {})", expr(inner)),
        ExprKind::Binary(op, _, left, right) => format!("({} {} {})", binary(*op), expr(left), expr(right)),
        ExprKind::Compare(first, rest) => {
            let rest: String =
                rest.iter().map(|(op, right)| format!(" {} {}", compare(*op), expr(right))).collect();
            format!("({}{rest})", expr(first))
        }
        ExprKind::In(member, set, false) => format!("(in {} {})", expr(member), expr(set)),
        ExprKind::In(member, set, true) => format!("(not-in {} {})", expr(member), expr(set)),
        ExprKind::Range(left, Some(right)) => format!("({}..{})", expr(left), expr(right)),
        ExprKind::Range(left, None) => format!("({}..)", expr(left)),
        ExprKind::Index(of, index) => format!("(at {} {})", expr(of), expr(index)),
        ExprKind::Slice(of, from, to) => {
            let end = |end: &Option<Box<Expr>>| end.as_ref().map_or_else(|| "_".to_owned(), |end| expr(end));
            format!("(slice {} {} {})", expr(of), end(from), end(to))
        }
        ExprKind::Quantified(quantifier, names, body) => {
            let names: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
            format!("({quantifier:?} {} {})", names.join(" "), expr(body))
        }
        ExprKind::Error => "ERROR".to_owned(),
    }
}

fn binary(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Iff => "iff",
        BinaryOp::Implies => "implies",
        BinaryOp::Or => "or",
        BinaryOp::And => "and",
        BinaryOp::Without => "\\",
        BinaryOp::Xor => "xor",
        BinaryOp::ShiftLeft => "<<",
        BinaryOp::ShiftRight => ">>",
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::Pow => "**",
    }
}

fn compare(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Eq => "==",
        CompareOp::Ne => "!=",
        CompareOp::Lt => "<",
        CompareOp::Le => "<=",
        CompareOp::Gt => ">",
        CompareOp::Ge => ">=",
    }
}
