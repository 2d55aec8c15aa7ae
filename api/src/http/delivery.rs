//! How answers travel: packed where the caller can unpack them, in one write where they are small, in slices where they
//! are large.
//!
//! A body that is in memory is packed as a whole before its head is written, so that the answer has a length and head
//! and body leave together: in two small segments the second would wait for the client's delayed acknowledgement. A large
//! body is handed over in slices of the same bytes, so that a client that does not read holds a slice and not a copy.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::{self, AcceptEncoding, Encoding, HeaderValue};
use actix_web::middleware::Next;
use actix_web::web::{self, Bytes};
use actix_web::{Error, HttpMessage};

use crate::context::answers::{Packed, pack};

/// Bodies below this many bytes go as they are: with their head they fit into one segment.
const SMALLEST_TO_PACK: usize = 1024;
/// Bodies above this many bytes are packed where blocking is allowed; below it, on the spot.
const MOST_ON_THE_SPOT: usize = 64 * 1024;
/// Bytes handed over at a time.
const SLICE: usize = 16 * 1024;

pub async fn deliver(
    req: ServiceRequest, next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let unpacks = unpacks(&req);
    let (request, response) = next.call(req).await?.into_parts();
    let shared = response.extensions().get::<Packed>().cloned();
    let (mut response, body) = response.into_parts();
    let bytes = match body.try_into_bytes() {
        Ok(bytes) => bytes,
        // A stream: its pieces go out as they come.
        Err(stream) => return Ok(ServiceResponse::new(request, response.set_body(stream).map_into_boxed_body())),
    };
    let packable = bytes.len() >= SMALLEST_TO_PACK
        && !matches!(
            response.status(),
            StatusCode::NO_CONTENT | StatusCode::NOT_MODIFIED | StatusCode::PARTIAL_CONTENT
        )
        && !response.headers().contains_key(header::CONTENT_ENCODING);
    let mut bytes = bytes;
    if packable {
        response.headers_mut().append(header::VARY, HeaderValue::from_static("accept-encoding"));
        if unpacks {
            bytes = match shared {
                Some(shared) if shared.is_packed() || bytes.len() <= MOST_ON_THE_SPOT => shared.packed(),
                Some(shared) => web::block(move || shared.packed()).await?,
                None if bytes.len() <= MOST_ON_THE_SPOT => pack(&bytes),
                None => web::block(move || pack(&bytes)).await?,
            };
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
    }
    let response = if bytes.len() <= SLICE {
        response.set_body(bytes).map_into_boxed_body()
    } else {
        response.set_body(Slices(bytes)).map_into_boxed_body()
    };
    Ok(ServiceResponse::new(request, response))
}

/// Whether the caller says that it takes gzip, and likes nothing better that we have.
fn unpacks(req: &ServiceRequest) -> bool {
    let offered = [Encoding::gzip(), Encoding::identity()];
    let liked = req.get_header::<AcceptEncoding>().and_then(|accepted| accepted.negotiate(offered.iter()));
    liked == Some(Encoding::gzip())
}

/// A body in memory that is handed over a slice at a time. It says nothing of being in memory: a body that does is copied
/// whole into the connection's buffer.
struct Slices(Bytes);

impl MessageBody for Slices {
    type Error = Infallible;

    fn size(&self) -> BodySize {
        BodySize::Sized(self.0.len() as u64)
    }

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Bytes, Infallible>>> {
        let next = self.0.len().min(SLICE);
        Poll::Ready((next > 0).then(|| Ok(self.0.split_to(next))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_are_shares_of_the_same_bytes() {
        let whole = Bytes::from(vec![7; 3 * SLICE + 5]);
        let (from, to) = (whole.as_ptr() as usize, whole.as_ptr() as usize + whole.len());
        let mut body = BoxBody::new(Slices(whole.clone()));
        assert_eq!(body.size(), BodySize::Sized(whole.len() as u64));
        let mut context = Context::from_waker(std::task::Waker::noop());
        let mut lengths = Vec::new();
        while let Poll::Ready(Some(Ok(slice))) = Pin::new(&mut body).poll_next(&mut context) {
            assert!((from..to).contains(&(slice.as_ptr() as usize)), "not a copy");
            lengths.push(slice.len());
        }
        assert_eq!(lengths, [SLICE, SLICE, SLICE, 5]);
    }
}
