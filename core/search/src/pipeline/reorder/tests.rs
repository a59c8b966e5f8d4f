use std::time::Duration;

use super::*;

#[test]
fn with_a_limit_at_most_twice_the_needed_results_are_kept() {
    let times = |n: usize| Modified::from(std::time::UNIX_EPOCH + Duration::from_nanos(n as u64));
    let order = Some(Order::NewestFile);
    let mut buffer: ReorderBuffer<(), usize> = ReorderBuffer::new(1, Some(2), order, 1);
    buffer.add(Key::of_root(u32::MAX), ());
    for job in 0..100 {
        let key = Key::of_root(job);
        buffer.add(key.clone(), ());
        let mut output = JobOutput::new(usize::MAX);
        output.items.extend((0..3).map(|n| job as usize * 3 + n));
        // The newest files come in the middle of the call; the last has no time.
        output.times = output.items.iter().map(|n| Some(times(n % 150))).collect();
        output.times[2] = None;
        assert!(buffer.finish(&key, output, |_| 1));
        assert!(buffer.unsorted.len() < 2 * 4, "{}", buffer.unsorted.len());
    }
    let last = Key::of_root(u32::MAX);
    assert!(!buffer.finish(&last, JobOutput::new(usize::MAX), |_| 1));
    // 148 and 298 have the newest time, 147 and 297 the next.
    assert_eq!(buffer.take(9, |_| 1), [298, 147]);
    assert!(buffer.is_over_limit);
}
