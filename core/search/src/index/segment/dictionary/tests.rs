use proptest::prelude::*;

use super::*;

proptest! {
       #[test]
       fn no_bytes_make_decoding_panic(
           head in 0..70_u8,
           bytes in proptest::collection::vec(0..80_u8, 0..300),
           at in any::<u64>(),
       ) {
           let mut words = DecodedWords::default();
           let mut block = vec![head, bytes.len() as u8];
           block.extend_from_slice(&bytes);
           if decode_block(&block, &mut words).is_some() {
               prop_assert_eq!(words.len(), usize::from(head));
           }
           let _ = decode_block(&bytes, &mut words);
           let mut places = Vec::new();
           let _ = decode_page(&bytes, usize::from(head), at, &mut places, |word| {
word < &b"m"[..] });
       }

       #[test]
       fn words_are_read_as_written(
           mut words in proptest::collection::vec("[ab]{1,5}|[a-z]{1,64}|a{40,62}[bc]{1,2}", 1..=BLOCK_WORDS),
       ) {
           words.sort_unstable();
           words.dedup();
           let mut encoded = Vec::new();
           let mut before: &[u8] = b"";
           for word in &words {
               let shared = shared_len(before, word.as_bytes());
               put_word(&mut encoded, before, word.as_bytes(), shared);
               before = word.as_bytes();
           }
           let mut block = Vec::new();
           put_block_words(&mut block, words.len(), &encoded);
           block.extend_from_slice(b"lists");
           let mut decoded = DecodedWords::default();
           prop_assert_eq!(decode_block(&block, &mut decoded), Some(&b"lists"[..]));
           let separated = format!("\0{}\0", words.join("\0"));
           prop_assert_eq!(&decoded.bytes, separated.as_bytes());
           for (number, word) in words.iter().enumerate() {
               prop_assert_eq!(decoded.word(number), word.as_bytes());
               prop_assert_eq!(decoded.number_at(decoded.end(number) - 1), number);
               prop_assert_eq!(decoded.number_at(decoded.end(number) - word.len() - 1), number);
           }
       }
   }
