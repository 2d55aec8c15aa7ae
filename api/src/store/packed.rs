//! Bytes that are stored packed.

use std::cell::RefCell;
use std::io::Read;

use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::serialize::{self, Output, ToSql};
use diesel::sql_types::Binary;
use flate2::read::ZlibDecoder;
use flate2::{Compress, Compression, FlushCompress, Status};

use super::StoreError;

/// Bytes as they are stored. States, decisions and events name their fields again and again: packed they are several times smaller.
#[derive(Debug, Clone, PartialEq, Eq, AsExpression, FromSqlRow)]
#[diesel(sql_type = Binary)]
pub struct PackedBytes(Vec<u8>);

/// What packed bytes begin with (RFC 1950, with the usual window). Whatever was stored as it is begins otherwise.
const ZLIB: u8 = 0x78;

thread_local! {
    /// A compressor has tables of 300 kB, which are made once for each thread.
    static COMPRESSOR: RefCell<Compress> = RefCell::new(Compress::new(Compression::fast(), true));
}

impl PackedBytes {
    pub fn of(plain: &[u8]) -> PackedBytes {
        let packed = COMPRESSOR.with_borrow_mut(|compressor| {
            compressor.reset();
            let mut packed = Vec::with_capacity(plain.len() / 3 + 64);
            loop {
                let read = usize::try_from(compressor.total_in()).ok()?;
                match compressor.compress_vec(plain.get(read..)?, &mut packed, FlushCompress::Finish) {
                    Ok(Status::StreamEnd) => return Some(packed),
                    Ok(_) => packed.reserve(packed.len().max(1024)),
                    Err(_) => return None,
                }
            }
        });
        // Packing in memory does not fail; if it ever should, the bytes are kept as they are.
        PackedBytes(packed.unwrap_or_else(|| plain.to_vec()))
    }

    /// The bytes that were packed.
    ///
    /// # Errors
    /// Where what was stored is damaged.
    pub fn bytes(&self) -> Result<Vec<u8>, StoreError> {
        if self.0.first() != Some(&ZLIB) {
            return Ok(self.0.clone());
        }
        let mut plain = Vec::new();
        let read = ZlibDecoder::new(self.0.as_slice()).read_to_end(&mut plain);
        read.map_err(|e| StoreError::Damaged(e.to_string()))?;
        Ok(plain)
    }

    /// How many bytes are stored.
    pub fn stored(&self) -> usize {
        self.0.len()
    }
}

impl<DB: Backend> ToSql<Binary, DB> for PackedBytes
where
    Vec<u8>: ToSql<Binary, DB>,
{
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, DB>) -> serialize::Result {
        self.0.to_sql(out)
    }
}

impl<DB: Backend> FromSql<Binary, DB> for PackedBytes
where
    Vec<u8>: FromSql<Binary, DB>,
{
    fn from_sql(bytes: DB::RawValue<'_>) -> deserialize::Result<PackedBytes> {
        Vec::from_sql(bytes).map(PackedBytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_stored_small_and_comes_back_whole() {
        let plain: Vec<u8> = b"CRSS".iter().copied().chain(b"garrison owner supply ".repeat(500)).collect();
        let stored = PackedBytes::of(&plain);
        assert!(stored.stored() < plain.len() / 10, "{} of {}", stored.stored(), plain.len());
        assert_eq!(stored.bytes().expect("it is whole"), plain);
        assert_eq!(PackedBytes(plain.clone()).bytes().expect("as it was stored before anything was packed"), plain);
        let half = PackedBytes(stored.0[..stored.stored() / 2].to_vec());
        assert!(half.bytes().is_err(), "half of it is damaged");
    }

    #[test]
    fn what_cannot_be_packed_smaller_comes_back_too_and_so_does_nothing() {
        // Numbers in no order, as much as the first estimate of the room that is needed falls short of.
        let mut number: u32 = 1;
        let mut noise = || {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            number.to_le_bytes()[3]
        };
        for length in [0, 1, 100, 50_000] {
            let plain: Vec<u8> = (0..length).map(|_| noise()).collect();
            assert_eq!(PackedBytes::of(&plain).bytes().expect("it is whole"), plain);
        }
    }
}
