/* net_job.c: one transfer: its options, where its bytes go, its end. What is open is all that it knows of files. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "net_job.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is(const struct net_job *j, const char *op)
{
    return !strcmp(j->op, op);
}

static bool sends(const struct net_job *j)
{
    return is(j, "put") || is(j, "post");
}

static void decline(struct net_job *j, const char *kind, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* The first reason stays: what the connection says afterwards is its echo. */
static void decline(struct net_job *j, const char *kind, const char *fmt, ...)
{
    va_list ap;
    if (j->declined)
        return;
    va_start(ap, fmt);
    vsnprintf(j->why, sizeof j->why, fmt, ap);
    va_end(ap);
    err_full_stop(j->why, sizeof j->why);
    snprintf(j->kind, sizeof j->kind, "%s", kind);
    j->declined = true;
}

void net_job_init(struct net_job *j, const json_t *spec, size_t index, const json_t *all)
{
    *j = (struct net_job){ .spec = spec, .index = index, .fd = -1 };
    j->insecure = json_is_true(json_object_get(all, "insecure_http"));
    j->stall_s = (int)json_integer_value(json_object_get(all, "stall_s"));
    j->ca = util_str(all, "ca", "");
    j->total = -1;
    j->op = util_str(spec, "op", "");
    j->url = util_str(spec, "url", "");
    j->file = util_str(spec, "file", "");
    j->max = json_integer_value(json_object_get(spec, "max"));
    j->body.cap = is(j, "list") || is(j, "propfind") ? NET_BODY : NET_REPLY;
}

static void add_header(struct net_job *j, const char *line)
{
    j->headers = curl_slist_append(j->headers, line);
}

/* ---- the file that comes ------------------------------------------------------------------------------- */

bool net_job_has_file(const struct net_job *j)
{
    return is(j, "get") || sends(j);
}

void net_job_take(struct net_job *j, int fd, const char *said)
{
    if (fd < 0)
        decline(j, "disk", "%s", said);
    else
        snprintf(j->tag, sizeof j->tag, "%s", said);
    j->fd = fd;
}

/* The versions that are named so can be told apart byte by byte. */
static void keep_tag(struct net_job *j)
{
    snprintf(j->tag, sizeof j->tag, "%s",
             *j->head.etag && strncmp(j->head.etag, "W/", 2) ? j->head.etag : j->head.modified);
    j->new_tag = true;
}

static void drop_part(struct net_job *j)
{
    if (ftruncate(j->fd, 0))
        decline(j, "disk", "%s.part: %s", j->file, strerror(errno));
    *j->tag = 0;
    j->new_tag = true;
}

/* What an earlier try left, if the server can be asked whether it is still the same. */
static void go_on_from(struct net_job *j)
{
    struct stat st;
    char range[64], *line;
    j->had = *j->tag && !fstat(j->fd, &st) ? st.st_size : 0;
    if (!j->had || strpbrk(j->tag, "\r\n")) {
        j->had = 0;
        return;
    }
    snprintf(range, sizeof range, "Range: bytes=%lld-", (long long)j->had);
    line = util_path("If-Range: %s", j->tag);
    add_header(j, range);
    add_header(j, line);
    free(line);
}

/* At the first byte of a body: where does it belong? */
static int begin_file(struct net_job *j)
{
    int64_t all = j->head.status == 206 ? j->head.total : j->head.length;
    j->resumed |= j->head.status == 206;
    j->now = j->head.status == 206 ? j->had : 0;
    if (j->head.status == 206 && (!j->had || j->head.from != j->had))
        decline(j, "cut", "The server sent another part than it was asked for.");
    else if (all > j->max)
        decline(j, "size", "The server says that the file has %.1f MB, and %.0f MB is the most that is "
                           "taken.", (double)all / 1e6,
                (double)j->max / 1e6);
    else if (j->fd < 0 || ftruncate(j->fd, j->now) || lseek(j->fd, j->now, SEEK_SET) < 0)
        decline(j, "disk", "%s.part: %s", j->file, strerror(errno));
    else
        keep_tag(j);
    j->total = all;
    if (j->declined)
        drop_part(j); /* another try would go on from it, and come here again */
    return j->declined ? -1 : 0;
}

static int write_file(struct net_job *j, const char *s, size_t n)
{
    if (j->now + (int64_t)n > j->max) {
        decline(j, "size", "More than %.0f MB came.", (double)j->max / 1e6);
        return -1;
    }
    while (n) {
        ssize_t k = write(j->fd, s, n);
        if (k < 0 && errno != EINTR) {
            decline(j, "disk", "%s.part: %s", j->file, strerror(errno));
            return -1;
        }
        s += k > 0 ? k : 0;
        n -= k > 0 ? (size_t)k : 0;
        j->now += k > 0 ? k : 0;
    }
    return 0;
}

static size_t on_body(char *s, size_t one, size_t n, void *data)
{
    struct net_job *j = data;
    bool file = is(j, "get") && (j->head.status == 200 || j->head.status == 206);
    if (!file)
        text_add(&j->body, s, n);
    else if ((j->total == -2 && begin_file(j)) || write_file(j, s, n))
        return 0;
    (void)one;
    return n;
}

/* -2 in `total` says that the body has not begun. */
static size_t on_head(char *s, size_t one, size_t n, void *data)
{
    struct net_job *j = data;
    long status = 0;
    (void)one;
    net_head_line(&j->head, s, n);
    curl_easy_getinfo(j->easy, CURLINFO_RESPONSE_CODE, &status);
    j->head.status = status;
    if (n <= 2 && is(j, "get") && j->head.length > j->max && (status == 200 || status == 206))
        return begin_file(j) ? 0 : n;
    return n;
}

/* ---- the handle --------------------------------------------------------------------------------------------- */

static size_t on_read(char *to, size_t one, size_t n, void *data)
{
    struct net_job *j = data;
    ssize_t k = pread(j->fd, to, one * n, j->sent);
    j->sent += k > 0 ? k : 0;
    return k < 0 ? CURL_READFUNC_ABORT : (size_t)k;
}

static int on_seek(void *data, curl_off_t to, int from)
{
    struct net_job *j = data;
    j->sent = to;
    return from == SEEK_SET ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL;
}

static void set_form(struct net_job *j, curl_off_t size)
{
    j->mime = curl_mime_init(j->easy);
    curl_mimepart *part = curl_mime_addpart(j->mime);
    curl_mime_name(part, "file");
    curl_mime_data_cb(part, size, on_read, on_seek, NULL, j);
    curl_mime_filename(part, j->file);
    curl_mime_type(part, "application/x-tar");
    curl_easy_setopt(j->easy, CURLOPT_MIMEPOST, j->mime);
}

static void set_sending(struct net_job *j)
{
    struct stat st;
    const char *key = util_str(j->spec, "key", "");
    char *line = util_path("Idempotency-Key: %s", key);
    add_header(j, "Expect:");
    if (*key)
        add_header(j, line);
    free(line);
    j->sent = 0;
    if (fstat(j->fd, &st)) {
        decline(j, "disk", "%s: %s", j->file, strerror(errno));
    } else if (is(j, "post")) {
        set_form(j, st.st_size);
    } else {
        curl_easy_setopt(j->easy, CURLOPT_UPLOAD, 1L);
        curl_easy_setopt(j->easy, CURLOPT_READFUNCTION, on_read);
        curl_easy_setopt(j->easy, CURLOPT_READDATA, j);
        curl_easy_setopt(j->easy, CURLOPT_SEEKFUNCTION, on_seek);
        curl_easy_setopt(j->easy, CURLOPT_SEEKDATA, j);
        curl_easy_setopt(j->easy, CURLOPT_INFILESIZE_LARGE, (curl_off_t)st.st_size);
    }
}

static void set_operation(struct net_job *j)
{
    if (sends(j)) {
        set_sending(j);
    } else if (is(j, "get")) {
        go_on_from(j);
    } else if (is(j, "head")) {
        curl_easy_setopt(j->easy, CURLOPT_NOBODY, 1L);
    } else if (is(j, "propfind")) {
        curl_easy_setopt(j->easy, CURLOPT_CUSTOMREQUEST, "PROPFIND");
        add_header(j, "Depth: 1");
    } else if (!is(j, "list")) {
        decline(j, "ours", "No transfer is called \"%s\".", j->op);
    }
}

/* Certificates are looked up where the system keeps them, or where we were told. */
static void set_trust(struct net_job *j)
{
    curl_easy_setopt(j->easy, CURLOPT_SSL_VERIFYPEER, 1L);
    curl_easy_setopt(j->easy, CURLOPT_SSL_VERIFYHOST, 2L);
    curl_easy_setopt(j->easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    if (*j->ca)
        curl_easy_setopt(j->easy, CURLOPT_CAINFO, j->ca);
}

/* For the host that libcurl will ask and no other; to where that leads on it does not go along. */
static void set_login(struct net_job *j)
{
    const json_t *login = json_object_get(j->spec, "login");
    if (!login || !net_url_is_of(j->url, util_str(login, "host", "")))
        return;
    curl_easy_setopt(j->easy, CURLOPT_USERNAME, util_str(login, "user", ""));
    curl_easy_setopt(j->easy, CURLOPT_PASSWORD, util_str(login, "password", ""));
}

static int on_progress(void *data, curl_off_t down, curl_off_t now_down, curl_off_t up, curl_off_t now_up)
{
    struct net_job *j = data;
    (void)down;
    (void)now_down;
    if (sends(j)) {
        j->now = now_up;
        j->total = up > 0 ? up : -1;
    }
    return 0;
}

static void set_common(struct net_job *j, bool plain)
{
    CURL *h = j->easy;
    curl_easy_setopt(h, CURLOPT_URL, j->url);
    curl_easy_setopt(h, CURLOPT_USERAGENT, "ridge/" RIDGE_VERSION " (a course's reading list and hand-ins; libcurl)");
    curl_easy_setopt(h, CURLOPT_PROTOCOLS_STR, plain ? "http" : "https");
    curl_easy_setopt(h, CURLOPT_REDIR_PROTOCOLS_STR, "https");
    curl_easy_setopt(h, CURLOPT_FOLLOWLOCATION, (long)!sends(j)); /* a POST would arrive as a GET */
    curl_easy_setopt(h, CURLOPT_MAXREDIRS, (long)NET_REDIRECTS);
    curl_easy_setopt(h, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(h, CURLOPT_CONNECTTIMEOUT, (long)(j->stall_s < 15 ? j->stall_s : 15));
    curl_easy_setopt(h, CURLOPT_LOW_SPEED_LIMIT, (long)NET_SLOW);
    curl_easy_setopt(h, CURLOPT_LOW_SPEED_TIME, (long)j->stall_s);
    curl_easy_setopt(h, CURLOPT_FILETIME, 1L);
    curl_easy_setopt(h, CURLOPT_ERRORBUFFER, j->error);
    curl_easy_setopt(h, CURLOPT_PRIVATE, j);
    curl_easy_setopt(h, CURLOPT_WRITEFUNCTION, on_body);
    curl_easy_setopt(h, CURLOPT_WRITEDATA, j);
    curl_easy_setopt(h, CURLOPT_HEADERFUNCTION, on_head);
    curl_easy_setopt(h, CURLOPT_HEADERDATA, j);
    curl_easy_setopt(h, CURLOPT_XFERINFOFUNCTION, on_progress);
    curl_easy_setopt(h, CURLOPT_XFERINFODATA, j);
    curl_easy_setopt(h, CURLOPT_NOPROGRESS, 0L);
    set_trust(j);
    set_login(j);
}

static void clear_handle(struct net_job *j)
{
    curl_easy_cleanup(j->easy);
    curl_mime_free(j->mime);
    curl_slist_free_all(j->headers);
    j->easy = NULL;
    j->mime = NULL;
    j->headers = NULL;
}

int net_job_start(struct net_job *j)
{
    struct err e = { "" };
    bool plain = false;
    *j->error = 0;
    j->head = (struct net_head){ .length = -1, .from = -1, .total = -1 };
    j->total = is(j, "get") ? -2 : -1;
    j->now = j->had = 0;
    j->body.len = 0;
    if (net_url_check(j->url, j->insecure, &plain, &e))
        decline(j, "url", "%s", e.text);
    else if (!(j->easy = curl_easy_init()))
        decline(j, "ours", "There is no memory left.");
    if (j->easy) {
        set_common(j, plain);
        set_operation(j);
        curl_easy_setopt(j->easy, CURLOPT_HTTPHEADER, j->headers);
    }
    if (j->declined)
        clear_handle(j);
    j->tries++;
    j->all_tries++;
    return j->declined ? -1 : 0;
}

/* ---- the job's end ------------------------------------------------------------------------------------------ */

static bool passes(CURLcode code, long status)
{
    switch (code) {
    case CURLE_COULDNT_CONNECT:
    case CURLE_OPERATION_TIMEDOUT:
    case CURLE_PARTIAL_FILE:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_GOT_NOTHING:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
    case CURLE_SSL_CONNECT_ERROR:
        return true;
    case CURLE_OK:
        return status == 408 || status == 425 || status == 429 || status == 500 || (status >= 502 && status <= 504);
    default:
        return false;
    }
}

static void say_code(struct net_job *j, CURLcode code)
{
    const char *said = *j->error ? j->error : curl_easy_strerror(code);
    switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_CONNECT:
        decline(j, "offline", "There is no connection: %s", said);
        break;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
        decline(j, "tls", "The certificate of the server is refused: %s", said);
        break;
    case CURLE_UNSUPPORTED_PROTOCOL:
        decline(j, "url", "The address leads on to an address that is not https://: %s", said);
        break;
    case CURLE_TOO_MANY_REDIRECTS:
        decline(j, "url", "The address leads on more than %d times.", NET_REDIRECTS);
        break;
    case CURLE_OPERATION_TIMEDOUT:
        decline(j, "cut", "The transfer stood still for %d s.", j->stall_s);
        break;
    default:
        decline(j, "cut", "The connection broke off: %s", said);
    }
}

static void say_status(struct net_job *j, long status)
{
    char *to = NULL;
    curl_easy_getinfo(j->easy, CURLINFO_REDIRECT_URL, &to);
    if (status >= 300 && status < 400 && to)
        decline(j, "http", "The server answered %ld: that address has moved.", status);
    else
        decline(j, "http", "The server answered %ld%s.", status,
                status == 401 || status == 403 ? " (it is not open to you)"
                : status == 404 || status == 410 ? " (nothing is there)"
                : status == 413 ? " (too large for it)"
                : status == 507 ? " (no room there)" : "");
}

/* The file is whole, as far as our word goes: it is looked at again when we have ended. */
static void end_file(struct net_job *j)
{
    if (j->total == -2 && !begin_file(j)) /* an empty body */
        j->total = 0;
}

static enum net_end try_again(struct net_job *j, long status)
{
    curl_off_t after = 0;
    bool gained = is(j, "get") && j->now > j->had;
    curl_easy_getinfo(j->easy, CURLINFO_RETRY_AFTER, &after);
    if (gained)
        j->tries = 1;
    if (j->tries >= NET_TRIES || j->all_tries >= NET_TRIES_ALL)
        return NET_FAILED;
    j->due = util_now() + net_wait(j->tries, status == 200 ? 0 : (int64_t)after);
    return NET_AGAIN;
}

static bool is_good(const struct net_job *j, long status)
{
    return is(j, "get") ? status == 200 || status == 206 : status >= 200 && status < 300;
}

enum net_end net_job_end(struct net_job *j, CURLcode code)
{
    long status = 0;
    enum net_end end = NET_FAILED;
    curl_easy_getinfo(j->easy, CURLINFO_RESPONSE_CODE, &status);
    j->head.status = status;
    if (status == 416 && j->had) { /* what is here is not a part of what is there */
        drop_part(j);
        j->due = 0;
        end = j->all_tries < NET_TRIES_ALL ? NET_AGAIN : NET_FAILED;
    } else if (!j->declined && (code || !is_good(j, status)) && passes(code, status)) {
        end = try_again(j, status);
    }
    if (end == NET_AGAIN) {
        clear_handle(j);
        return end;
    }
    if (code)
        say_code(j, code);
    else if (!is_good(j, status))
        say_status(j, status);
    else if (is(j, "get"))
        end_file(j);
    if (is(j, "get") && !strcmp(j->kind, "size"))
        drop_part(j);
    j->done = !j->declined;
    curl_off_t modified = -1;
    curl_easy_getinfo(j->easy, CURLINFO_FILETIME_T, &modified);
    snprintf(j->head.modified, sizeof j->head.modified, "%lld", (long long)modified);
    clear_handle(j);
    return j->declined ? NET_FAILED : NET_OK;
}

json_t *net_job_answer(const struct net_job *j, bool ok)
{
    char *body = util_clean(text_str(&j->body), j->body.len, 0), *why = util_clean(j->why, strlen(j->why), 0);
    long long modified = strtoll(j->head.modified, NULL, 10);
    int64_t bytes = is(j, "head") ? j->head.length : j->now;
    json_t *a = json_pack("{s:I s:b s:s s:s s:I s:I s:i s:b s:I s:s s:s}", "job", (json_int_t)j->index, "ok", ok,
                          "kind", j->kind, "why", why, "status", (json_int_t)j->head.status, "bytes", (json_int_t)bytes,
                          "tries", j->all_tries, "resumed", j->resumed, "modified",
                          (json_int_t)(modified > 0 ? modified * 1000 : 0), "etag", j->head.etag, "body", body);
    free(why);
    free(body);
    return a;
}

void net_job_finish(struct net_job *j)
{
    clear_handle(j);
    if (j->fd >= 0)
        close(j->fd);
    j->fd = -1;
    text_finish(&j->body);
}
