use super::*;

#[test]
fn printable_runs_end_at_the_first_other_unit() {
    for odd in 0..=255u8 {
        for at in 0..100 {
            let mut bytes = vec![b'~'; 100];
            bytes[at] = odd;
            let wide: Vec<u16> = bytes.iter().map(|&b| u16::from(b)).collect();
            let end = if is_printable(u32::from(odd)) {
                100
            } else {
                at
            };
            assert_eq!(bytes.as_slice().printable_end(0, 100), end, "{odd} at {at}");
            assert_eq!(wide.as_slice().printable_end(0, 100), end, "{odd} at {at}");
            assert_eq!(bytes.as_slice().printable_end(at, at), at);
        }
    }
    for odd in [0x120, 0x7F20, 0x8020, 0xFF41] {
        for at in 0..40 {
            let mut wide = [0x41u16; 40];
            wide[at] = odd;
            assert_eq!(wide.as_slice().printable_end(0, 40), at, "{odd:x}");
        }
    }
}
