//! The crate's random streams, with the functions of the crate `rand`.

use std::convert::Infallible;

use rand::TryRng;
use suda::random::{Purpose, Stream};

pub struct Rng(pub Stream);

pub fn stream(seed: u64, purpose: Purpose, first: u64, second: u64) -> Rng {
    Rng(Stream::new(seed, purpose, first, second))
}

impl TryRng for Rng {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((self.0.bits() >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.0.bits())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        bytes.chunks_mut(8).for_each(|chunk| chunk.copy_from_slice(&self.0.bits().to_le_bytes()[..chunk.len()]));
        Ok(())
    }
}
