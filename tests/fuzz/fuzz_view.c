/*
 * Any bytes as a source that a screen shows, and as two of them side by side: every token moves on within its line, and
 * the lines of a diff are the two texts.
 * sources: tui/app/code.c tui/app/diff.c
 */
#include "fuzz.h"

#include "tui/app/code.h"
#include "tui/app/diff.h"

#include <string.h>

static void tokens(const char *s, size_t n)
{
    int inside = 0;
    enum code_token kind;
    while (n) {
        const char *nl = memchr(s, '\n', n);
        size_t len = nl ? (size_t)(nl - s) : n;
        for (size_t at = 0; at < len;) {
            size_t k = code_next(s + at, len - at, &inside, &kind);
            MUST(k && k <= len - at && kind <= CODE_COMMENT);
            at += k;
        }
        s += nl ? len + 1 : len;
        n -= nl ? len + 1 : len;
    }
}

/* The lines of one side are those of its text, in order. */
static void hold_side(const struct diff *d, char other, const char *s, size_t n)
{
    const char *end = s + n;
    int line = 0;
    for (size_t k = 0; k < d->n; k++) {
        const struct diff_line *l = &d->line[k];
        if (l->sign == other)
            continue;
        MUST(s < end && l->len <= (size_t)(end - s) && !memcmp(l->text, s, l->len));
        MUST((other == '+' ? l->first : l->second) == ++line);
        s += l->len;
        MUST(s == end || *s == '\n');
        s += s < end;
    }
    MUST(s == end);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t na = size ? data[0] * (size - 1) / 255 : 0, nb = size ? size - 1 - na : 0;
    char *a = malloc(na + 1), *b = malloc(nb + 1);
    struct diff d = { 0 };
    MUST(a && b);
    if (size) {
        memcpy(a, data + 1, na);
        memcpy(b, data + 1 + na, nb);
    }
    char *tight_a = realloc(a, na ? na : 1), *tight_b = realloc(b, nb ? nb : 1);
    tokens(tight_a, na);
    MUST(!diff_texts(tight_a, na, tight_b, nb, &d));
    hold_side(&d, '+', tight_a, na);
    hold_side(&d, '-', tight_b, nb);
    diff_free(&d);
    free(tight_a);
    free(tight_b);
    return 0;
}
