//! Quick chance for rollouts and ties. Nothing of a campaign hangs on it but a computer player's own thoughts.

/// A SplitMix64 generator: one multiplication chain, the same numbers on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// The random numbers of one numbered playout of a search.
    pub fn new(seed: u64, number: u64) -> Self {
        // Two steps apart in state give unrelated numbers; the odd factor keeps every number its own.
        Self(seed ^ number.wrapping_mul(0xd134_2543_de82_ef95))
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number below `bound`, uniform but for a part in 2^32.
    pub fn below(&mut self, bound: u32) -> u32 {
        (((self.bits() >> 32) * u64::from(bound)) >> 32) as u32
    }

    /// A number from 0 up to 1.
    pub fn unit(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / (1u64 << 24) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_spread_evenly_and_playouts_differ() {
        let mut faces = [0u32; 6];
        for number in 0..6000 {
            faces[SplitMix64::new(7, number).below(6) as usize] += 1;
        }
        assert!(faces.iter().all(|count| (900..1100).contains(count)), "{faces:?}");
        let mut rng = SplitMix64::new(7, 1);
        assert!((0..1000).map(|_| rng.unit()).all(|unit| (0.0..1.0).contains(&unit)));
        assert_ne!(SplitMix64::new(7, 1).bits(), SplitMix64::new(8, 1).bits());
    }
}
