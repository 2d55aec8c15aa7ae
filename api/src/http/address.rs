//! Where a request comes from, as far as limits go: the client's address, seen through the proxies that the operator
//! trusts.

use std::net::{IpAddr, Ipv6Addr};

use actix_web::dev::RequestHead;
use actix_web::http::header::HeaderMap;

use crate::config::{ForwardedHeader, Proxies};

impl Proxies {
    fn trusts(&self, address: IpAddr) -> bool {
        self.trusted.iter().any(|network| network.contains(&address))
    }

    /// The address of whoever sent the request: of the nearest hop that is no trusted proxy. What stands left of it in
    /// the header may be invented, and is not read.
    fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut nearest = peer.to_canonical();
        if !self.trusts(nearest) {
            return nearest;
        }
        let name = match self.header {
            ForwardedHeader::XForwardedFor => "x-forwarded-for",
            ForwardedHeader::Forwarded => "forwarded",
        };
        let lines: Vec<&str> = headers.get_all(name).filter_map(|value| value.to_str().ok()).collect();
        let hops = lines.iter().flat_map(|line| line.split(',')).collect::<Vec<_>>();
        for hop in hops.into_iter().rev() {
            let text = match self.header {
                ForwardedHeader::XForwardedFor => Some(hop),
                ForwardedHeader::Forwarded => forwarded_for(hop),
            };
            // A hop that cannot be read hides what is behind it.
            let Some(address) = text.and_then(read) else { return nearest };
            nearest = address;
            if !self.trusts(nearest) {
                return nearest;
            }
        }
        nearest
    }

    /// The client as buckets name it: an IPv4 address, or the /64 that an IPv6 customer has to himself.
    pub fn origin(&self, head: &RequestHead) -> String {
        head.peer_addr.map_or_else(|| "nowhere".to_owned(), |peer| group(self.client(peer.ip(), head.headers())))
    }
}

/// The `for` of one hop of a `Forwarded` header.
fn forwarded_for(hop: &str) -> Option<&str> {
    let pairs = hop.split(';').filter_map(|pair| pair.split_once('='));
    let (_, value) = pairs.into_iter().find(|(name, _)| name.trim().eq_ignore_ascii_case("for"))?;
    Some(value.trim().trim_matches('"'))
}

/// An address as proxies write it: bare, in brackets, with or without a port. IPv4 in IPv6's clothes is IPv4.
fn read(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = match text.strip_prefix('[') {
        Some(rest) => rest.split(']').next()?,
        // One colon parts an IPv4 address from its port; more are IPv6.
        None if text.matches(':').count() == 1 => text.split(':').next()?,
        None => text,
    };
    bare.parse::<IpAddr>().ok().map(|address| address.to_canonical())
}

fn group(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{}/64", Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::{HeaderName, HeaderValue};

    use super::*;

    fn client(peer: &str, header: ForwardedHeader, lines: &[&str]) -> String {
        let trusted = ["10.0.0.0/8", "fd00::/8"].map(|network| network.parse().expect("a network")).to_vec();
        let mut headers = HeaderMap::new();
        let name = match header {
            ForwardedHeader::XForwardedFor => "x-forwarded-for",
            ForwardedHeader::Forwarded => "forwarded",
        };
        for line in lines {
            headers.append(HeaderName::from_static(name), HeaderValue::from_str(line).expect("a value"));
        }
        group(Proxies { trusted, header }.client(peer.parse().expect("an address"), &headers))
    }

    #[test]
    fn the_nearest_hop_that_is_no_trusted_proxy_is_the_client() {
        let x = ForwardedHeader::XForwardedFor;
        for (peer, lines, wanted) in [
            ("192.0.2.1", &["203.0.113.9"][..], "192.0.2.1"),
            ("10.0.0.1", &[], "10.0.0.1"),
            ("10.0.0.1", &["203.0.113.9"], "203.0.113.9"),
            ("10.0.0.1", &["1.1.1.1, 203.0.113.9, 10.0.0.2"], "203.0.113.9"),
            ("10.0.0.1", &["1.1.1.1", "203.0.113.9:4711"], "203.0.113.9"),
            ("10.0.0.1", &["203.0.113.9, nonsense, 10.0.0.2"], "10.0.0.2"),
            ("::ffff:10.0.0.1", &["::ffff:203.0.113.9"], "203.0.113.9"),
            ("fd00::1", &["[2001:db8:1:2:3:4:5:6]:80"], "2001:db8:1:2::/64"),
            ("fd00::1", &["2001:db8:1:2:ffff::1"], "2001:db8:1:2::/64"),
        ] {
            assert_eq!(client(peer, x, lines), wanted, "{peer} {lines:?}");
        }
        let forwarded = ["for=1.1.1.1, For=\"[2001:db8::7]:80\";proto=https;by=10.0.0.1"];
        assert_eq!(client("10.0.0.1", ForwardedHeader::Forwarded, &forwarded), "2001:db8::/64");
        assert_eq!(client("10.0.0.1", ForwardedHeader::Forwarded, &["for=1.1.1.1, for=_hidden"]), "10.0.0.1");
    }
}
