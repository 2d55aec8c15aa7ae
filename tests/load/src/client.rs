//! A small HTTP client over one keep-alive connection: enough for a loopback measurement, and cheap to run.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    time::Duration,
};

/// One connection.
pub struct Client {
    stream: BufReader<TcpStream>,
    line: String,
}

/// An answer.
#[derive(Debug, Default)]
pub struct Answer {
    /// Status code.
    pub status: u16,
    /// The `ETag`, when there is one.
    pub etag: Option<String>,
    /// The body.
    pub body: Vec<u8>,
}

impl Answer {
    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

impl Client {
    /// Connects to a port of this machine.
    pub fn connect(port: u16) -> Result<Self, String> {
        let stream = TcpStream::connect(("127.0.0.1", port)).map_err(|why| format!("port {port}: {why}"))?;
        // Without no-delay and with the system's delayed acknowledgements, as clients are that do not think of it.
        stream.set_read_timeout(Some(Duration::from_secs(30))).map_err(|why| why.to_string())?;
        Ok(Self { stream: BufReader::new(stream), line: String::new() })
    }

    /// Sends a request that was put together before, and reads the answer.
    pub fn send(&mut self, request: &[u8]) -> Result<Answer, String> {
        self.stream.get_mut().write_all(request).map_err(|why| format!("sending: {why}"))?;
        self.read_answer().map_err(|why| format!("reading the answer: {why}"))
    }

    fn read_answer(&mut self) -> Result<Answer, String> {
        let mut answer = Answer::default();
        let mut length = 0usize;
        let status = self.read_line()?;
        answer.status = status.split(' ').nth(1).and_then(|code| code.parse().ok()).ok_or("no status line")?;
        loop {
            let line = self.read_line()?;
            let Some((name, value)) = line.split_once(':') else { break };
            let value = value.trim();
            if name.eq_ignore_ascii_case("content-length") {
                length = value.parse().map_err(|_| "a bad length")?;
            } else if name.eq_ignore_ascii_case("etag") {
                answer.etag = Some(value.to_owned());
            } else if name.eq_ignore_ascii_case("transfer-encoding") {
                return Err("a chunked answer, which this client does not read".into());
            }
        }
        if answer.status != 304 && answer.status != 204 {
            answer.body.resize(length, 0);
            self.stream.read_exact(&mut answer.body).map_err(|why| why.to_string())?;
        }
        Ok(answer)
    }

    fn read_line(&mut self) -> Result<&str, String> {
        self.line.clear();
        let read = self.stream.read_line(&mut self.line).map_err(|why| why.to_string())?;
        if read == 0 { Err("the connection was closed".into()) } else { Ok(self.line.trim_end()) }
    }
}

/// A request as bytes.
pub fn request(method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Vec<u8> {
    let mut text = format!("{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n");
    for (name, value) in headers {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    if !body.is_empty() {
        text.push_str(&format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len()));
    }
    text.push_str("\r\n");
    text.push_str(body);
    text.into_bytes()
}
