use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::query::Query;
use super::rank::Candidates;
use super::score::Candidate;
use super::signature::Signature;
use super::typed::{Among, Match, Typed};
use crate::cancel::{Aborted, CancelToken};
use crate::scan::{EntryKind, Role, Scope, Skips, View, ViewId, Walker};

/// What a workspace remembers from query to query: the candidates of the views
/// that were looked at last, and which of them matched.
#[derive(Debug, Default)]
pub(crate) struct CandidateCache(Mutex<Vec<Session>>);

/// How many views are remembered.
const SESSIONS: usize = 4;

#[derive(Debug)]
struct Session {
    key: SessionKey,
    /// `None` if not all of the view is in the table.
    rows: Option<Arc<Rows>>,
    typed: Typed,
}

/// What decides which candidates there are.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SessionKey {
    pub(super) view: ViewId,
    /// Its roots do not count.
    pub(super) scope: Scope,
    pub(super) dirs: bool,
    pub(super) links: bool,
}

/// The rows of a view that are candidates.
#[derive(Debug, Default)]
pub(super) struct Rows {
    rows: Vec<u32>,
    signatures: Vec<Signature>,
    pub(super) names_seen: u64,
    pub(super) skips: Skips,
}

/// All candidates, and which of them need be looked at.
pub(super) type Narrowed = (Arc<Rows>, Among);

/// The candidates in a view.
pub(super) struct InView {
    pub(super) view: Arc<View>,
    pub(super) rows: Arc<Rows>,
}

impl CandidateCache {
    fn lock(&self) -> MutexGuard<'_, Vec<Session>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The candidates of a view, collected if they are not remembered, and
    /// those to which the query narrows earlier ones.
    pub(super) fn rows(
        &self,
        key: &SessionKey,
        query: &Query,
        collect: impl FnOnce() -> Result<Option<Rows>, Aborted>,
    ) -> Result<Option<Narrowed>, Aborted> {
        if let Some(session) = self.lock().iter().find(|session| session.key == *key) {
            let rows = session.rows.clone();
            return Ok(rows.map(|rows| {
                let among = session.typed.among(query, rows.rows.len());
                (rows, among)
            }));
        }
        let rows = collect()?.map(Arc::new);
        let mut sessions = self.lock();
        sessions.retain(|session| session.key.view.is_alive() && session.key != *key);
        sessions.insert(
            0,
            Session {
                key: key.clone(),
                rows: rows.clone(),
                typed: Typed::default(),
            },
        );
        sessions.truncate(SESSIONS);
        Ok(rows.map(|rows| (rows, Among::Everything)))
    }

    pub(super) fn remember(&self, key: &SessionKey, query: Arc<Query>, all: Vec<Match>) {
        let mut sessions = self.lock();
        if let Some(at) = sessions.iter().position(|session| session.key == *key) {
            sessions[at].typed.add(query, all);
            sessions[..=at].rotate_right(1);
        }
    }

    pub(crate) fn clear(&self) {
        self.lock().clear();
    }
}

impl Rows {
    /// `None` if there is something in the view that has to be walked.
    pub(super) fn collect(
        view: &Arc<View>,
        walker: &Walker,
        token: &CancelToken,
    ) -> Result<Option<Rows>, Aborted> {
        let mut rows = Rows::default();
        for (_, part) in view.parts() {
            token.heartbeat()?;
            let listing = walker.open_part(view, part, &mut rows.skips);
            rows.names_seen += listing.names_seen();
            for entry in listing.entries() {
                match entry.role {
                    Role::Walk => return Ok(None),
                    Role::Item(EntryKind::Other) => {}
                    Role::Item(kind) => {
                        let is_dir = kind == EntryKind::Dir;
                        let signature = Signature::new(listing.name(*entry), is_dir);
                        rows.signatures.push(signature);
                        rows.rows.push(entry.row());
                    }
                }
            }
        }
        Ok(Some(rows))
    }
}

impl InView {
    pub(super) fn role(&self, index: usize) -> Role {
        self.view.row(self.rows.rows[index]).1
    }
}

impl Candidates for InView {
    fn len(&self) -> usize {
        self.rows.rows.len()
    }

    fn signature(&self, index: usize) -> &Signature {
        &self.rows.signatures[index]
    }

    fn get(&self, index: usize) -> Candidate<'_> {
        let (path, role) = self.view.row(self.rows.rows[index]);
        Candidate {
            path,
            is_dir: role == Role::Item(EntryKind::Dir),
            is_file: role == Role::Item(EntryKind::File),
            signature: &self.rows.signatures[index],
        }
    }
}
