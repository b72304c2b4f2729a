"""A server that does what servers do on bad days: bad_server.py PORT_FILE CERT KEY. The path says what:
/ok/NAME, /cut/NAME (breaks off each time, goes on with Range), /flaky/NAME (503 twice), /down (503 always),
/slow (a byte, then nothing), /stop (some, then nothing), /huge (10 GB declared), /endless (no length, never ends), /file (redirect to file://),
/plain (redirect to http://), /page (HTML), /changed/NAME (another version after a cut), /busy/NAME (429 with
Retry-After), /log (what was asked, one line each), /drop (an upload is cut), /moved (an upload is redirected)."""
import http.server
import socketserver
import ssl
import sys
import threading
import time

BODY = b'%PDF-1.4\n' + bytes(range(256)) * 1024  # 256 KiB and its first line
seen = {}
log = []
lock = threading.Lock()


def times(path):
    with lock:
        seen[path] = seen.get(path, 0) + 1
        return seen[path]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def log_message(self, *args):
        pass

    def head(self, status, length=None, **more):
        self.send_response(status)
        for name, value in more.items():
            self.send_header(name.replace('_', '-'), value)
        if length is not None:
            self.send_header('Content-Length', str(length))
        self.end_headers()

    def whole(self, status, body, **more):
        self.head(status, len(body), **more)
        self.wfile.write(body)

    def asked_from(self, tag):
        r = self.headers.get('Range', '')
        if r.startswith('bytes=') and self.headers.get('If-Range') == tag:
            return int(r[6:].rstrip('-'))
        return 0

    def part(self, tag, upto=None):
        at = self.asked_from(tag)
        more = {'ETag': tag}
        if at:
            more['Content_Range'] = 'bytes %d-%d/%d' % (at, len(BODY) - 1, len(BODY))
        self.head(206 if at else 200, len(BODY) - at, **more)
        self.wfile.write(BODY[at:upto])
        if upto is not None and upto < len(BODY):
            self.wfile.flush()
            self.close_connection = True

    def do_GET(self):
        n = times(self.path)
        with lock:
            log.append('%s %s range=%s agent=%s' % (self.command, self.path, self.headers.get('Range'),
                                                    self.headers.get('User-Agent')))
        what = self.path.split('/')[1]
        if what == 'ok':
            self.part('"1"')
        elif what == 'cut':
            self.part('"1"', min(n * 100000, len(BODY)))
        elif what == 'changed':
            self.part('"%d"' % min(n, 2), 100000 if n == 1 else None)
        elif what == 'flaky':
            self.part('"1"') if n > 2 else self.whole(503, b'later')
        elif what == 'busy':
            self.part('"1"') if n > 1 else self.whole(429, b'later', Retry_After='1')
        elif what == 'down':
            self.whole(503, b'no')
        elif what == 'slow':
            self.head(200, len(BODY))
            self.wfile.write(BODY[:1])
            self.wfile.flush()
            time.sleep(20)
            self.close_connection = True
        elif what == 'stop':
            self.head(200, len(BODY), ETag='"1"')
            self.wfile.write(BODY[:100000])
            self.wfile.flush()
            time.sleep(20)
            self.close_connection = True
        elif what == 'huge':
            self.head(200, 10 * 10**9)
            self.wfile.write(BODY)
            self.close_connection = True
        elif what == 'endless':
            self.head(200, Connection='close')
            self.close_connection = True
            while True:
                self.wfile.write(BODY)
        elif what == 'file':
            self.whole(302, b'', Location='file:///etc/passwd')
        elif what == 'plain':
            self.whole(302, b'', Location='http://127.0.0.1:%d/ok/x.pdf' % self.server.server_address[1])
        elif what == 'page':
            self.whole(200, b'<html>Please log in</html>')
        elif what == 'log':
            self.whole(200, '\n'.join(log).encode())
        else:
            self.whole(404, b'')

    do_HEAD = do_GET

    def do_CONNECT(self):
        with lock:
            log.append('CONNECT %s' % self.path)
        self.whole(403, b'')

    def do_PUT(self):
        n = times('PUT ' + self.path)
        left = int(self.headers.get('Content-Length', 0))
        if self.path.startswith('/drop') and n < 3:
            self.rfile.read(min(left, 100))
            self.close_connection = True
            return
        body = self.rfile.read(left)
        with lock:
            log.append('%s %s bytes=%d key=%s' % (self.command, self.path, len(body),
                                                  self.headers.get('Idempotency-Key')))
        if self.path.startswith('/moved'):
            self.whole(307, b'', Location='https://localhost:1/elsewhere')
        else:
            self.whole(201, b'thank you')

    do_POST = do_PUT


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True

    def handle_error(self, *args):
        pass


server = Server(('127.0.0.1', 0), Handler)
if len(sys.argv) > 2:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[2], sys.argv[3])
    server.socket = context.wrap_socket(server.socket, server_side=True)
with open(sys.argv[1], 'w') as f:
    f.write(str(server.server_address[1]))
server.serve_forever()
