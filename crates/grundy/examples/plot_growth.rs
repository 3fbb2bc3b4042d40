//! Draws how fast tables grow, ours and other programs', from the CSV of `grundy bench --against`:
//!
//!     cargo run --release -p grundy --example plot_growth docs/growth.csv docs/growth.svg
//!
//! Lines of several runs may stand one after the other, heads included.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;

use plotters::prelude::*;

/// Colors that are told apart by everybody (M. Okabe and K. Ito 2002).
const COLORS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
];

/// The points of one line of the plot: positions, and values a second.
type Points = Vec<(f64, f64)>;

/// The lines by rule and program.
fn lines(text: &str) -> Result<BTreeMap<(String, String), Points>, Box<dyn Error>> {
    let mut lines: BTreeMap<(String, String), Points> = BTreeMap::new();
    for row in text.lines().filter(|row| !row.starts_with("rule,") && !row.trim().is_empty()) {
        let [rule, to, peer, method, ours, theirs, ..] = row.split(',').collect::<Vec<_>>()[..] else {
            return Err(format!("a row with too few columns: {row}").into());
        };
        let to: f64 = to.parse()?;
        let mut add = |program: String, seconds: &str| -> Result<(), Box<dyn Error>> {
            if !seconds.is_empty() {
                let point = (to, to / seconds.parse::<f64>()?);
                lines.entry((rule.to_owned(), program)).or_default().push(point);
            }
            Ok(())
        };
        add("grundy".to_owned(), ours)?;
        // The peer's methods differ from size to size: the name says which program it is.
        let program = peer.split(' ').next().unwrap_or(peer);
        let best = if method.is_empty() { "" } else { ", its best method" };
        add(format!("{program}{best}"), theirs)?;
    }
    for points in lines.values_mut() {
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
    }
    Ok(lines)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(from), Some(to)) = (arguments.next(), arguments.next()) else {
        return Err("give the CSV file and the name of the picture".into());
    };
    let lines = lines(&fs::read_to_string(&from)?)?;
    let points = || lines.values().flatten();
    let range = |of: fn(&(f64, f64)) -> f64| {
        let least = points().map(of).fold(f64::INFINITY, f64::min);
        let most = points().map(of).fold(0.0, f64::max);
        least / 1.5..most * 1.5
    };
    let root = SVGBackend::new(&to, (960, 620)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption("Values a second of tables to n", ("sans-serif", 22))
        .margin(16)
        .x_label_area_size(44)
        .y_label_area_size(80)
        .build_cartesian_2d(range(|point| point.0).log_scale(), range(|point| point.1).log_scale())?;
    chart
        .configure_mesh()
        .x_desc("n")
        .y_desc("values a second")
        .x_label_formatter(&|x| format!("{x:e}"))
        .y_label_formatter(&|y| format!("{y:e}"))
        .light_line_style(WHITE)
        .draw()?;
    let rules: Vec<&String> = {
        let mut rules: Vec<&String> = lines.keys().map(|(rule, _)| rule).collect();
        rules.dedup();
        rules
    };
    for ((rule, program), points) in &lines {
        let place = rules.iter().position(|other| *other == rule).unwrap_or(0);
        let color = COLORS[place % COLORS.len()];
        let ours = program == "grundy";
        let style = if ours { color.stroke_width(3) } else { color.mix(0.7).stroke_width(1) };
        chart
            .draw_series(LineSeries::new(points.iter().copied(), style).point_size(if ours { 4 } else { 2 }))?
            .label(format!("{rule}: {program}"))
            .legend(move |(x, y)| PathElement::new(vec![(x, y), (x + 22, y)], style));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::LowerRight)
        .background_style(WHITE.mix(0.85))
        .border_style(BLACK.mix(0.3))
        .draw()?;
    root.present()?;
    Ok(())
}
