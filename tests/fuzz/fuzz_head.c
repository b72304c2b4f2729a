/*
 * Any bytes as a server's headers and as an address: sizes are none or not negative, texts end, and nothing but
 * https:// is asked outside of this machine.
 * sources: runner/base/err.c runner/net/net_url.c runner/base/util.c runner/base/memory.c -ljansson -lsodium -lcurl
 */
#include "fuzz.h"

#include "runner/net/net_job.h"

#include <string.h>

/* Each line in room of its own size, as it comes from a server: not ended. */
static void head(const char *s, size_t n)
{
    struct net_head h = { .length = -1, .from = -1, .total = -1 };
    while (n) {
        const char *nl = memchr(s, '\n', n);
        size_t len = nl ? (size_t)(nl - s) + 1 : n;
        char *line = malloc(len);
        MUST(line);
        memcpy(line, s, len);
        net_head_line(&h, line, len);
        free(line);
        MUST(h.length >= -1 && h.total >= -1);
        MUST(strlen(h.etag) < sizeof h.etag && strlen(h.modified) < sizeof h.modified);
        s += len;
        n -= len;
    }
}

static void address(const char *url)
{
    struct err e = { "" };
    bool plain = false;
    int rc = net_url_check(url, false, &plain, &e);
    MUST(!rc || *e.text);
    MUST(rc || plain || !strncasecmp(url + strspn(url, " "), "https", 5));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *url = strndup((const char *)data, size);
    head((const char *)data, size);
    address(url);
    free(url);
    return 0;
}
