//! The values of heaps with codes.

use std::ops::Range;

use grundy_kernels::{Mask, decode};

use super::{Odd, Sparse};

impl<M: Mask> Sparse<M> {
    /// The values of these heaps.
    pub(in super::super) fn values(&self, heaps: Range<usize>) -> Vec<u16> {
        let codes = self.codes.range(heaps.clone()).iter().zip(heaps.clone());
        let mut values: Vec<u16> =
            codes.map(|(&code, heap)| self.common[heap % 2][usize::from(code)]).collect();
        for odd in self.odd_in(heaps.clone()) {
            values[odd.heap - heaps.start] = self.space.value(odd.heap, odd.code, odd.rare);
        }
        values
    }

    /// The same, if each is below 256.
    pub(in super::super) fn bytes(&self, heaps: Range<usize>) -> Option<Vec<u8>> {
        // Masks of 128 codes and less have no others, but for odd heaps.
        if M::CODES > 128 {
            return self.values(heaps).into_iter().map(|value| u8::try_from(value).ok()).collect();
        }
        let low = |value: u16| u8::try_from(value).unwrap_or_default();
        let [even, odd] = self.common.each_ref().map(|values| values.map(low));
        let tables = if heaps.start.is_multiple_of(2) { [&even, &odd] } else { [&odd, &even] };
        let mut values = vec![0; heaps.len()];
        decode(self.codes.range(heaps.clone()), tables, &mut values);
        for odd in self.odd_in(heaps.clone()) {
            let value = self.space.value(odd.heap, odd.code, odd.rare);
            values[odd.heap - heaps.start] = u8::try_from(value).ok()?;
        }
        Some(values)
    }

    /// The odd ones of these heaps.
    fn odd_in(&self, heaps: Range<usize>) -> &[Odd] {
        let place = |end: usize| self.odd.partition_point(|odd| odd.heap < end);
        &self.odd[place(heaps.start)..place(heaps.end)]
    }
}
