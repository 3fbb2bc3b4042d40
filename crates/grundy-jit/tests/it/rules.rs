//! Random rules over the whole language of one heap, faults included.

/// A stream of numbers that look random (SplitMix64, by Steele, Lea and Flood).
pub(crate) struct Stream(u64);

impl Stream {
    pub(crate) fn new(seed: u64) -> Stream {
        Stream(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound as u64).unwrap_or(0)
    }

    fn pick<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len())]
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// The text of a random rule.
pub(crate) fn rule(stream: &mut Stream) -> String {
    let mut text = String::new();
    if stream.chance(20) {
        text += &format!("let S = {}; ", listed(stream, &[]));
    }
    let set_parameter = !text.is_empty();
    let coins = stream.chance(10);
    let clauses = 1 + usize::from(stream.chance(15));
    for clause in 0..clauses {
        if clause > 0 {
            text += "; ";
        }
        let name = if coins { "coins n" } else { "n" };
        let guard =
            if stream.chance(20) { format!(" if {}", condition(stream, &["n"], 1)) } else { String::new() };
        let alternatives: Vec<String> = (0..1 + stream.below(3))
            .map(|_| {
                let parameter = set_parameter && stream.chance(50);
                alternative(stream, parameter)
            })
            .collect();
        text += &format!("{name}{guard} -> {}", alternatives.join(" | "));
    }
    text
}

fn alternative(stream: &mut Stream, parameter: bool) -> String {
    let mut names = vec!["n"];
    let mut steps = String::new();
    if parameter {
        names.push("s");
        steps += " for s in S";
    }
    match stream.below(12) {
        0..4 => {}
        4..7 => {
            let set = finite(stream, &names);
            names.push("k");
            steps += &format!(" for k in {set}");
        }
        7..9 => {
            let set = infinite(stream);
            names.push("k");
            steps += &format!(" for k in {set}");
        }
        9 => {
            steps += &format!(
                " where a + b == n - {}, a {} b{}",
                stream.below(4),
                stream.pick(&["<", "<=", "!="]),
                if stream.chance(30) { ", a % 2 == 0" } else { "" }
            );
            names.extend(["a", "b"]);
        }
        10 => {
            steps += &format!(" where {}*a + {}*b <= n, a >= 1", 1 + stream.below(3), 1 + stream.below(2));
            names.extend(["a", "b"]);
        }
        _ => {
            let set = pairs(stream);
            names.extend(["i", "j"]);
            steps += &format!(" for (i, j) in {set}");
        }
    }
    if names.contains(&"k") && stream.chance(20) {
        let set = finite(stream, &names);
        names.push("m");
        steps += &format!(" for m in {set}");
    }
    if stream.chance(35) {
        steps += &format!(" if {}", condition(stream, &names, 2));
    }
    format!("{}{steps}", option(stream, &names))
}

fn option(stream: &mut Stream, names: &[&str]) -> String {
    match stream.below(12) {
        0..6 => amount(stream, names),
        6 => format!("[{}, {}]", amount(stream, names), amount(stream, names)),
        7 if names.contains(&"a") => "[a, b]".to_owned(),
        7 => format!("[{}; {}]", amount(stream, names), number(stream, names, 1)),
        8 => "[]".to_owned(),
        9 => finite(stream, names),
        10 => format!("[{}, {}]", amount(stream, names), finite(stream, names)),
        _ => number(stream, names, 2),
    }
}

/// A number that is often smaller than n.
fn amount(stream: &mut Stream, names: &[&str]) -> String {
    let last = names[names.len() - 1];
    match stream.below(8) {
        0..3 if names.len() > 1 => format!("n - {last}"),
        3 => format!("n / {}", 2 + stream.below(4)),
        4 => format!("n % {}", 1 + stream.below(9)),
        5 => format!("n - {}", number(stream, names, 2)),
        6 => format!("n - max(digits(n{})) ", stream.pick(&["", ", 2", ", 7"])),
        _ => format!("n - {}", 1 + stream.below(12)),
    }
}

fn number(stream: &mut Stream, names: &[&str], depth: usize) -> String {
    if depth == 0 || stream.chance(25) {
        return match stream.below(3) {
            0 => stream.below(14).to_string(),
            _ => stream.pick(names).to_owned(),
        };
    }
    let one = |stream: &mut Stream| number(stream, names, depth - 1);
    match stream.below(24) {
        0..3 => format!("({} + {})", one(stream), one(stream)),
        3..5 => format!("({} - {})", one(stream), one(stream)),
        5..7 => format!("({} * {})", one(stream), one(stream)),
        7 | 8 => format!("({} / {})", one(stream), one(stream)),
        9 | 10 => format!("({} % {})", one(stream), one(stream)),
        11 => format!("({} xor {})", one(stream), one(stream)),
        12 => format!("(2**{})", one(stream)),
        13 => format!("({} ** {})", one(stream), stream.below(5)),
        14 => format!("({} {} {})", one(stream), stream.pick(&["<<", ">>"]), one(stream)),
        15 => format!("(-{})", one(stream)),
        16 => format!("({} < {})", one(stream), one(stream)),
        17 => {
            let function = stream.pick(&["abs", "isqrt", "popcount", "bit_length", "trailing_zeros"]);
            format!("{function}({})", one(stream))
        }
        18 => format!("{}({}, {})", stream.pick(&["iroot", "ilog"]), one(stream), one(stream)),
        19 | 20 => {
            let fold = stream.pick(&["min", "max", "gcd", "lcm", "bitand", "bitor"]);
            format!("{fold}({}, {})", one(stream), one(stream))
        }
        _ => {
            let fold = stream.pick(&["min", "max", "sum", "count", "gcd", "lcm", "bitand", "bitor"]);
            format!("{fold}({})", finite(stream, names))
        }
    }
}

fn condition(stream: &mut Stream, names: &[&str], depth: usize) -> String {
    let compare = stream.pick(&["==", "!=", "<", "<=", ">", ">="]);
    if depth > 0 {
        let one = |stream: &mut Stream| condition(stream, names, depth - 1);
        match stream.below(10) {
            0 => return format!("({} and {})", one(stream), one(stream)),
            1 => return format!("({} or {})", one(stream), one(stream)),
            2 => return format!("not ({})", one(stream)),
            3 => return format!("{} in {}", number(stream, names, 1), finite(stream, names)),
            4 => return format!("is_prime({})", number(stream, names, 1)),
            5 => {
                let (a, b, c) =
                    (number(stream, names, 1), number(stream, names, 1), number(stream, names, 1));
                return format!("{a} < {b} <= {c}");
            }
            _ => {}
        }
    }
    format!("{} {compare} {}", number(stream, names, 1), number(stream, names, 1))
}

fn listed(stream: &mut Stream, names: &[&str]) -> String {
    let count = 1 + stream.below(4);
    let members: Vec<String> = (0..count)
        .map(|_| match names {
            [] => (1 + stream.below(15)).to_string(),
            _ if stream.chance(30) => number(stream, names, 1),
            _ => stream.below(15).to_string(),
        })
        .collect();
    format!("{{{}}}", members.join(", "))
}

fn pairs(stream: &mut Stream) -> String {
    let members: Vec<String> =
        (0..1 + stream.below(3)).map(|_| format!("({}, {})", stream.below(6), 1 + stream.below(6))).collect();
    format!("{{{}}}", members.join(", "))
}

fn finite(stream: &mut Stream, names: &[&str]) -> String {
    match stream.below(14) {
        0..4 => format!("{}..{}", number(stream, names, 1), number(stream, names, 1)),
        4 | 5 => listed(stream, names),
        6 => format!("digits(n{})", stream.pick(&["", ", 3", ", 10", ", 1 + n % 5"])),
        7 => format!("nonzero(digits({}))", stream.pick(&["n", "n / 3", "n*n"])),
        8 => format!("divisors({})", stream.pick(&["n", "n + 6", "2*n"])),
        9 => format!("prime_factors({})", stream.pick(&["n", "n + 2", "n*n"])),
        10 => format!("{{z for z in 1..n if z % {} == {}}}", 2 + stream.below(3), stream.below(2)),
        11 => format!("(1..{}) \\ {}", number(stream, names, 1), listed(stream, &[])),
        12 => format!("union({}, 2..{})", listed(stream, &[]), number(stream, names, 1)),
        _ => format!("{{y*y - {} for y in 0..{}}}", stream.below(4), 1 + stream.below(6)),
    }
}

fn infinite(stream: &mut Stream) -> String {
    match stream.below(11) {
        0..3 => format!("{}..", stream.below(4)),
        3 => format!("(1..) \\ {}", listed(stream, &[])),
        8 => format!("union({}, {})", infinite(stream), listed(stream, &[])),
        9 => format!("union({}, {})", listed(stream, &[]), infinite(stream)),
        10 => format!("{} \\ {}", infinite(stream), listed(stream, &[])),
        4 => "powers(2)".to_owned(),
        5 => "primes".to_owned(),
        _ => stream
            .pick(&["squares", "cubes", "triangular", "factorials", "fibonacci", "powers(3)"])
            .to_owned(),
    }
}
