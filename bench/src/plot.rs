//! Plots of series over time, as SVG.

/// Values of one quantity over time.
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) values: Vec<f64>,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 120.0;
/// Margins for the title above each plot and for the numbers on its left.
const TOP: f64 = 28.0;
const LEFT: f64 = 60.0;

/// Draws each series in its own plot, stacked vertically, from zero to its maximum, over the same
/// times in seconds.
pub(crate) fn svg(times: &[f64], series: &[Series]) -> String {
    let height = (TOP + HEIGHT) * series.len() as f64 + TOP;
    let end = times.last().copied().unwrap_or(0.0).max(1.0);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        LEFT + WIDTH + 20.0
    );
    for (n, Series { name, values }) in series.iter().enumerate() {
        let top = (TOP + HEIGHT) * n as f64 + TOP;
        let bottom = top + HEIGHT;
        let most = values.iter().copied().fold(0.0, f64::max).max(1e-9);
        let points: Vec<String> = times
            .iter()
            .zip(values)
            .map(|(time, value)| {
                let x = LEFT + WIDTH * time / end;
                let y = bottom - HEIGHT * value / most;
                format!("{x:.1},{y:.1}")
            })
            .collect();
        text += &format!(
            "<text x=\"{LEFT}\" y=\"{}\">{name}</text>\n\
             <text x=\"4\" y=\"{}\">{most:.0}</text>\n<text x=\"4\" y=\"{bottom}\">0</text>\n\
             <path d=\"M{LEFT} {top}V{bottom}H{}\" fill=\"none\" stroke=\"gray\"/>\n\
             <polyline points=\"{}\" fill=\"none\" stroke=\"steelblue\"/>\n",
            top - 8.0,
            top + 10.0,
            LEFT + WIDTH,
            points.join(" ")
        );
    }
    text += &format!(
        "<text x=\"{LEFT}\" y=\"{}\">0 to {end:.0} s</text>\n</svg>\n",
        height - 8.0
    );
    text
}

#[cfg(test)]
mod tests;
