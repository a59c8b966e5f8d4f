//! Rejects endlessly recursive utilities before anything is compiled.
//!
//! A utility may use itself at other nodes if every round gets closer to an end of the tree: `has`
//! inside `has` ends at the leaves, but `inside` inside `has` returns to its starting point.

use rustc_hash::FxHashMap;
use serde_json::{Map, Value};

/// Moves from a node to the nodes at which a relation evaluates its rule.
type Moves = u8;

const HAS: Moves = 1;
const INSIDE: Moves = 1 << 1;
const PRECEDES: Moves = 1 << 2;
const FOLLOWS: Moves = 1 << 3;
/// `nthChild` with `ofRule`: moves to any sibling and to the node itself.
const SIBLINGS: Moves = 1 << 4;

/// Pairs of sets of moves: moves that get closer to an end of the tree, and moves that keep the
/// distance. The ends are, in order, down, up, right and left.
const ORDERS: [(Moves, Moves); 4] = [
    (HAS, PRECEDES | FOLLOWS | SIBLINGS),
    (INSIDE, PRECEDES | FOLLOWS | SIBLINGS),
    (PRECEDES, 0),
    (FOLLOWS, 0),
];

/// Use of a utility by another utility, or by itself, after some moves.
#[derive(Clone, Copy)]
struct Use {
    user: usize,
    used: usize,
    moves: Moves,
}

/// Returns an error message if a utility never ends.
pub(crate) fn check(utils: &Map<String, Value>) -> Result<(), String> {
    let numbers = utils.keys().enumerate();
    let numbers: FxHashMap<&str, usize> = numbers.map(|(n, name)| (name.as_str(), n)).collect();
    let mut uses = Vec::new();
    for (user, rule) in utils.values().enumerate() {
        add_uses(rule, 0, &mut |name, moves| {
            if let Some(&used) = numbers.get(name) {
                uses.push(Use { user, used, moves });
            }
        });
    }
    match endless(uses, utils.len()) {
        None => Ok(()),
        Some(number) => {
            let name = utils.keys().nth(number).map_or("", String::as_str);
            Err(format!(
                "utility `{name}` is recursive without a bound: each cycle must descend by `has`, \
                 ascend by `inside`, or advance by `precedes` or `follows`"
            ))
        }
    }
}

/// Calls `add` with each utility that a rule uses and the moves to the node where it is used.
fn add_uses(rule: &Value, moves: Moves, add: &mut impl FnMut(&str, Moves)) {
    for (key, value) in rule.as_object().into_iter().flatten() {
        let relation = match key.as_str() {
            "matches" => {
                if let Some(name) = value.as_str() {
                    add(name, moves);
                }
                continue;
            }
            "all" | "any" => {
                for part in value.as_array().into_iter().flatten() {
                    add_uses(part, moves, add);
                }
                continue;
            }
            "not" => 0,
            "has" => HAS,
            "inside" => INSIDE,
            "precedes" => PRECEDES,
            "follows" => FOLLOWS,
            "nthChild" => {
                if let Some(of_rule) = value.get("ofRule") {
                    add_uses(of_rule, moves | SIBLINGS, add);
                }
                continue;
            }
            _ => continue,
        };
        add_uses(value, moves | relation, add);
        if let Some(stop) = value.get("stopBy") {
            add_uses(stop, moves | relation, add);
        }
    }
}

/// Returns a utility on an endless cycle of uses. Takes time linear in the number of uses for each
/// of [`ORDERS`].
fn endless(uses: Vec<Use>, count: usize) -> Option<usize> {
    let mut cycles: FxHashMap<usize, Vec<Use>> = FxHashMap::default();
    let groups = groups(&uses, count);
    for one in uses {
        if groups[one.user] == groups[one.used] {
            cycles.entry(groups[one.user]).or_default().push(one);
        }
    }
    cycles.into_values().find_map(|mut cycle| {
        let moves = cycle.iter().fold(0, |moves, one| moves | one.moves);
        let order = ORDERS
            .iter()
            .find(|(closer, level)| moves & closer != 0 && moves & !(closer | level) == 0);
        let Some((closer, _)) = order else {
            return Some(cycle[0].user);
        };
        // Uses that get closer end every cycle that contains them.
        cycle.retain(|one| one.moves & closer == 0);
        endless(cycle, count)
    })
}

/// Numbers utilities so that utilities that use each other, directly or indirectly, share a number
/// (strongly connected components by Kosaraju's algorithm).
fn groups(uses: &[Use], count: usize) -> Vec<usize> {
    let (mut used, mut users) = (vec![Vec::new(); count], vec![Vec::new(); count]);
    for one in uses {
        used[one.user].push(one.used);
        users[one.used].push(one.user);
    }
    let mut finished = Vec::with_capacity(count);
    let mut seen = vec![false; count];
    for start in 0..count {
        visit(start, &used, &mut seen, &mut |node| finished.push(node));
    }
    let mut groups = vec![0; count];
    seen.fill(false);
    for &root in finished.iter().rev() {
        visit(root, &users, &mut seen, &mut |node| groups[node] = root);
    }
    groups
}

/// Calls `leave` with each unseen node reachable from `start`, after all nodes reachable from it.
fn visit(start: usize, next: &[Vec<usize>], seen: &mut [bool], leave: &mut impl FnMut(usize)) {
    let mut open = vec![(start, 0)];
    if std::mem::replace(&mut seen[start], true) {
        return;
    }
    while let Some((node, at)) = open.last_mut() {
        match next[*node].get(*at) {
            Some(&found) => {
                *at += 1;
                if !std::mem::replace(&mut seen[found], true) {
                    open.push((found, 0));
                }
            }
            None => {
                leave(*node);
                open.pop();
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
