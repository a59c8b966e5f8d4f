use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::error::ErrorKind;

#[test]
fn every_item_is_visited_once_and_order_is_kept() {
    for (threads, chunk_len, len) in [(1, 1, 0), (1, 3, 10), (4, 1, 100), (4, 7, 1000), (9, 0, 5)] {
        let pool = Pool::new(threads);
        let items: Vec<usize> = (0..len).collect();
        let (items, result) = for_each_chunked(&pool, threads, items, chunk_len, |item| {
            *item += 1000;
            Ok(())
        });
        result.unwrap();
        assert!(items.into_iter().eq(1000..1000 + len));
    }
}

#[test]
fn the_first_error_is_returned_and_no_item_is_lost() {
    let pool = Pool::new(3);
    let (items, result) =
        for_each_chunked(
            &pool,
            3,
            (0..500).collect(),
            2,
            |item: &mut i32| match *item {
                77 => Err(Error::option("seventy-seven")),
                _ => Ok(()),
            },
        );
    assert_eq!(result.unwrap_err().kind(), ErrorKind::InvalidOption);
    assert!(items.into_iter().eq(0..500));
    let (items, result) = for_each_chunked(&pool, 3, vec![1, 2, 3], 2, |_| panic!("on purpose"));
    assert_eq!(result.unwrap_err().kind(), ErrorKind::Internal);
    assert_eq!(items, [1, 2, 3]);
}

struct Counted {
    left: AtomicUsize,
    done: AtomicUsize,
}

impl SharedWork for Counted {
    fn work(&self) -> Result<()> {
        while self
            .left
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |n| n.checked_sub(1))
            .is_ok()
        {
            self.done.fetch_add(1, Ordering::SeqCst);
        }
        Ok(())
    }
}

#[test]
fn groups_inside_workers_of_a_full_pool_end() {
    let pool = Pool::new(1);
    let inner = pool.clone();
    let mut outer = pool.run(&crate::CancelToken::new(), move |_| {
        let group = TaskGroup::new(
            &inner,
            Counted {
                left: AtomicUsize::new(10_000),
                done: AtomicUsize::new(0),
            },
        );
        group.request_helpers(3);
        group.join()?;
        Ok(group.work().done.load(Ordering::SeqCst))
    });
    assert_eq!(outer.next().unwrap().unwrap(), 10_000);
}
