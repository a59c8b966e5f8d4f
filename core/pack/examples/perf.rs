use ransack_pack::*;
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let roots: Vec<std::path::PathBuf> = args[1..].iter().map(Into::into).collect();
    let budgets: Vec<Option<u64>> = args[0].split(',').map(|b| b.parse().ok()).collect();
    let workspace =
        ransack_search::Workspace::open(&roots[0], &ransack_search::WorkspaceOptions::default())
            .unwrap();
    for budget in budgets {
        for is_workspace in [false, true, true] {
            let mut options = PackOptions::default()
                .roots(roots.clone())
                .max_tokens(budget);
            if is_workspace {
                options = options
                    .workspace(&workspace)
                    .roots([std::path::PathBuf::from(".")]);
            }
            let begun = Instant::now();
            match pack(&options, &CancelToken::new()) {
                Ok(pack) => {
                    let count = |level| pack.files.iter().filter(|f| f.treatment == level).count();
                    let counts: Vec<usize> = PackLevel::ALL
                        .iter()
                        .map(|(_, level)| count(*level))
                        .collect();
                    println!(
                        "{budget:?} workspace {is_workspace}: {:?} ms {} tokens {:.4} of the budget, {} bytes, {} files {counts:?}",
                        begun.elapsed().as_millis(),
                        pack.tokens,
                        pack.tokens as f64 / budget.unwrap_or(pack.tokens) as f64,
                        pack.text.len(),
                        pack.files.len()
                    );
                }
                Err(error) => println!("{budget:?}: {error}"),
            }
        }
    }
}
