//! The values of heaps with codes.

use std::ops::Range;

use grundy_kernels::Mask;

use super::{Odd, Sparse};

impl<M: Mask> Sparse<M> {
    /// The values of these heaps.
    pub(in super::super) fn values(&self, heaps: Range<usize>) -> Vec<u16> {
        let mut values = self.common_values(heaps.clone(), &self.space.common());
        for odd in self.odd_in(heaps.clone()) {
            values[odd.heap - heaps.start] = self.space.value(odd.heap, odd.code, odd.rare);
        }
        values
    }

    /// The same, if each is below 256.
    pub(in super::super) fn bytes(&self, heaps: Range<usize>) -> Option<Vec<u8>> {
        // Masks of 128 codes and less have no others.
        if M::CODES > 128 {
            return self.values(heaps).into_iter().map(|value| u8::try_from(value).ok()).collect();
        }
        let low = |value: u16| u8::try_from(value).unwrap_or_default();
        let mut values =
            self.common_values(heaps.clone(), &self.space.common().map(|values| values.map(low)));
        for odd in self.odd_in(heaps.clone()) {
            let value = self.space.value(odd.heap, odd.code, odd.rare);
            values[odd.heap - heaps.start] = u8::try_from(value).ok()?;
        }
        Some(values)
    }

    /// The values of heaps as if all were common, from the values by parity and code.
    fn common_values<T: Copy>(&self, heaps: Range<usize>, common: &[[T; 256]; 2]) -> Vec<T> {
        let [first, second] = [heaps.start % 2, 1 - heaps.start % 2].map(|parity| &common[parity]);
        let (pairs, rest) = self.codes.range(heaps).as_chunks::<2>();
        let mut values = Vec::with_capacity(2 * pairs.len() + 1);
        values.extend(pairs.iter().flat_map(|&[a, b]| [first[usize::from(a)], second[usize::from(b)]]));
        values.extend(rest.iter().map(|&code| first[usize::from(code)]));
        values
    }

    /// The odd ones of these heaps.
    fn odd_in(&self, heaps: Range<usize>) -> &[Odd] {
        let place = |end: usize| self.odd.partition_point(|odd| odd.heap < end);
        &self.odd[place(heaps.start)..place(heaps.end)]
    }
}
