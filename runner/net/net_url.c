/* net_url.c: which addresses may be asked, what headers say, how long to wait. No connection is made here. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "net_job.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool is_here(const char *host)
{
    return !strcasecmp(host, "localhost") || !strcmp(host, "127.0.0.1") || !strcmp(host, "[::1]");
}

static int judge(const char *scheme, const char *host, bool insecure, bool *ret_plain, struct err *e)
{
    *ret_plain = !strcmp(scheme, "http");
    if (*ret_plain && !insecure && !is_here(host))
        return err_set(e, "What http:// sends to %s can be read and changed on its way. Use https://, or "
                          "--insecure-http.", host);
    if (!*ret_plain && strcmp(scheme, "https"))
        return err_set(e, "An address of %s:// is not asked: an address begins with https://.", scheme);
    return 0;
}

int net_url_check(const char *url, bool insecure, bool *ret_plain, struct err *e)
{
    CURLU *u = curl_url();
    char *scheme = NULL, *host = NULL;
    CURLUcode bad = u ? curl_url_set(u, CURLUPART_URL, url, CURLU_NON_SUPPORT_SCHEME) : CURLUE_OUT_OF_MEMORY;
    if (!bad)
        bad = curl_url_get(u, CURLUPART_SCHEME, &scheme, 0);
    if (!bad && curl_url_get(u, CURLUPART_HOST, &host, 0))
        host = NULL; /* file:///etc/passwd has none; its scheme says enough */
    int rc = bad ? err_set(e, "This is no address: %s", curl_url_strerror(bad))
                 : judge(scheme, host ? host : "", insecure, ret_plain, e);
    curl_free(scheme);
    curl_free(host);
    curl_url_cleanup(u);
    return rc;
}

bool net_url_is_of(const char *url, const char *host)
{
    CURLU *u = curl_url();
    char *name = NULL;
    bool same = u && !curl_url_set(u, CURLUPART_URL, url, 0) && !curl_url_get(u, CURLUPART_HOST, &name, 0) &&
                !strcasecmp(name, host);
    curl_free(name);
    curl_url_cleanup(u);
    return same;
}

/* The value of header `name`, trimmed, when the line is that header. */
static bool value_of(const char *line, size_t n, const char *name, char *ret, size_t size)
{
    size_t m = strlen(name);
    if (n <= m || strncasecmp(line, name, m) || line[m] != ':')
        return false;
    const char *s = line + m + 1, *end = line + n;
    while (s < end && (*s == ' ' || *s == '\t'))
        s++;
    while (end > s && strchr(" \t\r\n", end[-1]))
        end--;
    snprintf(ret, size, "%.*s", (int)(end - s), s);
    return true;
}

static int64_t size_of(const char *s)
{
    char *end;
    long long v = strtoll(s, &end, 10);
    return end == s || *end || v < 0 ? -1 : v;
}

void net_head_line(struct net_head *h, const char *line, size_t n)
{
    char v[256], *slash;
    if (n > 5 && !strncmp(line, "HTTP/", 5)) {
        *h = (struct net_head){ .length = -1, .from = -1, .total = -1 };
        return;
    }
    value_of(line, n, "ETag", h->etag, sizeof h->etag);
    value_of(line, n, "Last-Modified", h->modified, sizeof h->modified);
    if (value_of(line, n, "Content-Length", v, sizeof v))
        h->length = size_of(v);
    if (value_of(line, n, "Content-Range", v, sizeof v) && !strncasecmp(v, "bytes ", 6)) {
        h->from = strtoll(v + 6, NULL, 10);
        slash = strchr(v, '/');
        h->total = slash ? size_of(slash + 1) : -1;
    }
}

double net_wait(int tries, int64_t retry_after)
{
    double s = NET_WAIT_MS * 1e-3;
    for (int k = 1; k < tries && k < 8; k++)
        s *= 2;
    if (retry_after > 0)
        s = retry_after > NET_WAIT_MOST_S ? NET_WAIT_MOST_S : (double)retry_after;
    return s;
}
