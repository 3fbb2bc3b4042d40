//! What the fuzz target runs, and a small run of it.
//!
//! The fuzz target includes this file, so that it holds nothing but the body.

use grundy::lang::ast::{
    Alternative, Body, ClauseKind, Expr, ExprKind, HeaderKind, OptionExpr, Program, Qualifier,
};
use grundy::lang::{PositionKind, parse, parse_number, parse_position};

/// Reads `text` as a rule, as a number and as a position of every kind, and
/// asserts what holds of every text.
pub(crate) fn drive(text: &str) {
    let (program, diagnostics) = parse(text);
    for diagnostic in &diagnostics {
        assert!(text.get(diagnostic.span.clone()).is_some(), "{diagnostic:?}");
        assert!(!diagnostic.message.is_empty() && diagnostic.cure.is_some(), "{diagnostic:?}");
    }
    assert!(diagnostics.is_sorted_by_key(|diagnostic| diagnostic.span.start));
    let mut spans = Vec::new();
    let whole = walk(&program, &mut spans);
    assert!(whole || !diagnostics.is_empty(), "an error in the tree is not reported");
    for span in spans {
        assert!(text.get(span.clone()).is_some(), "{span:?} is no place in the text");
    }
    let empty = matches!(&program.body, Body::Clauses(clauses) if clauses.is_empty());
    assert!(!empty || !diagnostics.is_empty(), "no rule, and nothing said");

    let _ = parse_number(text).map_err(|error| check_error(text, &error));
    let row = PositionKind::Row(b"01X.".to_vec());
    for kind in [PositionKind::Heap, PositionKind::Coins, row] {
        let _ = parse_position(kind, text).map_err(|error| check_error(text, &error));
    }
}

fn check_error(text: &str, error: &grundy::lang::PositionError) {
    assert!(text.get(error.span()).is_some(), "{error}");
    assert!(!error.cure().is_empty(), "{error}");
}

type Spans = Vec<std::ops::Range<usize>>;

/// Collects every place of the tree; whether it holds no error.
fn walk(program: &Program, spans: &mut Spans) -> bool {
    let mut whole = true;
    for header in &program.headers {
        spans.push(header.span.clone());
        if let HeaderKind::Let(name, value) = &header.kind {
            spans.push(name.span.clone());
            whole &= walk_expr(value, spans);
        }
    }
    let clauses = match &program.body {
        Body::Clauses(clauses) => clauses,
        Body::Code(code) => {
            spans.push(code.span.clone());
            return whole;
        }
    };
    for clause in clauses {
        spans.push(clause.span.clone());
        let (guard, alternatives) = match &clause.kind {
            ClauseKind::Pattern { sym, pattern, guard, alternatives } => {
                spans.extend(sym.clone());
                spans.push(pattern.span.clone());
                spans.extend(pattern.tag.iter().chain(&pattern.names).map(|name| name.span.clone()));
                (guard, alternatives)
            }
            ClauseKind::Coins { coin, guard, alternatives } => {
                spans.extend(coin.iter().map(|name| name.span.clone()));
                (guard, alternatives)
            }
            ClauseKind::Seq { name, guard, alternatives } => {
                spans.push(name.span.clone());
                (guard, alternatives)
            }
            ClauseKind::Row { left, right } => {
                spans.extend(left.iter().map(|cell| cell.span.clone()));
                for alternative in right {
                    spans.push(alternative.span.clone());
                    spans.extend(alternative.cells.iter().map(|cell| cell.span.clone()));
                }
                continue;
            }
        };
        whole &= walk_all(guard, spans);
        for alternative in alternatives {
            whole &= walk_alternative(alternative, spans);
        }
    }
    whole
}

fn walk_alternative(alternative: &Alternative, spans: &mut Spans) -> bool {
    spans.push(alternative.span.clone());
    let whole = match &alternative.option {
        OptionExpr::Sum(components, span) => {
            spans.push(span.clone());
            walk_all(components, spans)
        }
        OptionExpr::Copies(component, count, span) => {
            spans.push(span.clone());
            walk_expr(component, spans) & walk_expr(count, spans)
        }
        OptionExpr::Position(position) => walk_expr(position, spans),
    };
    whole & walk_qualifiers(&alternative.qualifiers, spans)
}

fn walk_qualifiers(qualifiers: &[Qualifier], spans: &mut Spans) -> bool {
    qualifiers.iter().fold(true, |whole, qualifier| {
        whole
            & match qualifier {
                Qualifier::For(names, set) => {
                    spans.extend(names.iter().map(|name| name.span.clone()));
                    walk_expr(set, spans)
                }
                Qualifier::If(condition) => walk_expr(condition, spans),
                Qualifier::Where(conditions, span) => {
                    spans.push(span.clone());
                    walk_all(conditions, spans)
                }
            }
    })
}

fn walk_all<'e>(exprs: impl IntoIterator<Item = &'e Expr>, spans: &mut Spans) -> bool {
    exprs.into_iter().fold(true, |whole, expr| whole & walk_expr(expr, spans))
}

fn walk_expr(expr: &Expr, spans: &mut Spans) -> bool {
    spans.push(expr.span.clone());
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Name(_) => true,
        ExprKind::Call(name, args) => {
            spans.push(name.span.clone());
            walk_all(args, spans)
        }
        ExprKind::Tuple(entries) | ExprKind::Set(entries) => walk_all(entries, spans),
        ExprKind::Comprehension(member, qualifiers) => {
            walk_expr(member, spans) & walk_qualifiers(qualifiers, spans)
        }
        ExprKind::Unary(_, inner) => walk_expr(inner, spans),
        ExprKind::Quantified(_, names, body) => {
            spans.extend(names.iter().map(|name| name.span.clone()));
            walk_expr(body, spans)
        }
        ExprKind::Binary(_, span, left, right) => {
            spans.push(span.clone());
            walk_expr(left, spans) & walk_expr(right, spans)
        }
        ExprKind::Compare(first, rest) => {
            walk_expr(first, spans) & walk_all(rest.iter().map(|(_, right)| right), spans)
        }
        ExprKind::In(left, right, _) | ExprKind::Index(left, right) => {
            walk_expr(left, spans) & walk_expr(right, spans)
        }
        ExprKind::Range(left, right) => walk_expr(left, spans) & walk_all(right.as_deref(), spans),
        ExprKind::Slice(of, from, to) => {
            walk_expr(of, spans) & walk_all(from.as_deref(), spans) & walk_all(to.as_deref(), spans)
        }
        ExprKind::Error => false,
    }
}
