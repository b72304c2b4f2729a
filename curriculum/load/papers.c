/* papers.c: addresses of the reading list, from its ids alone. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "papers.h"
#include "runner/base/js.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static char *joined(const char *a, const char *b)
{
    char *s = NULL;
    return asprintf(&s, "%s%s", a, b) < 0 ? NULL : s;
}

/* The number of "arXiv:1706.03762" or "arXiv:cs/0112017", or NULL. */
static const char *arxiv(const char *id)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789./-";
    const char *n = strncasecmp(id, "arXiv:", 6) ? "" : id + 6;
    return *n && !n[strspn(n, letters)] && !strstr(n, "..") ? n : NULL;
}

static int is_pdf(const char *url)
{
    size_t n = strlen(url);
    return !strncmp(url, "https://", 8) && n > 12 && !strcasecmp(url + n - 4, ".pdf");
}

char *papers_address(const json_t *reading)
{
    const char *pdf = js_text(reading, "pdf"), *id = js_text(reading, "id"), *number = arxiv(id);
    if (*pdf)
        return strdup(pdf);
    if (number)
        return joined("https://arxiv.org/pdf/", number);
    return is_pdf(id) ? strdup(id) : NULL;
}

char *papers_page(const json_t *reading)
{
    const char *id = js_text(reading, "id"), *number = arxiv(id);
    if (number)
        return joined("https://arxiv.org/abs/", number);
    if (!strncasecmp(id, "doi:", 4))
        return joined("https://doi.org/", id + 4);
    return *id ? strdup(id) : NULL;
}
