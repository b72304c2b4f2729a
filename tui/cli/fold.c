/* fold.c: lines of a given width, and a stream that makes them so. */
#define _GNU_SOURCE
#include "fold.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/base/utf8.h"
#include "runner/base/util.h"

size_t fold_escape(const char *s, size_t n)
{
    size_t k = 2;
    if (n < 3 || s[0] != '\033' || s[1] != '[')
        return 0;
    while (k < n && (unsigned char)s[k] < 0x40)
        k++;
    return k < n ? k + 1 : 0;
}

int fold_columns(const char *s, size_t n)
{
    int columns = 0;
    for (size_t k = 0; k < n;) {
        size_t skip = fold_escape(s + k, n - k), end = k;
        if (skip) {
            k += skip;
            continue;
        }
        do
            end++;
        while (end < n && s[end] != '\033');
        columns += utf8_text_width(s + k, end - k);
        k = end;
    }
    return columns;
}

/* A word of s, with the escape sequences that stick to it; a command in backquotes is one. n bytes at most. */
static size_t word_of(const char *s, size_t n)
{
    enum { COMMAND = 40 };
    size_t k = 0;
    const char *close = s[0] == '`' ? memchr(s + 1, '`', n - 1) : NULL;
    if (close && close - s < COMMAND)
        k = (size_t)(close - s);
    while (k < n && s[k] != ' ')
        k++;
    return k;
}

static bool is_bullet(const char *word, size_t n)
{
    unsigned char c = (unsigned char)word[0];
    return fold_columns(word, n) == 1 && (c == '-' || c == '*' || c >= 0x80);
}

/* Where text goes on: under the last one behind two spaces that begins in the left half, else under the beginning. */
static int hang_of(const char *line, size_t n, int width)
{
    int column = 0, hang = -1;
    for (size_t k = 0; k < n;) {
        size_t gap = strspn(line + k, " "), len;
        if (k + gap >= n)
            break;
        k += gap;
        column += (int)gap;
        len = word_of(line + k, n - k);
        if (hang < 0 || (gap >= 2 && column <= width / 2))
            hang = column + (hang < 0 && is_bullet(line + k, len) ? 2 : 0);
        column += fold_columns(line + k, len);
        k += len;
    }
    return hang < 0 || hang > width / 2 ? 0 : hang;
}

void fold_line(FILE *to, const char *line, size_t n, int width, int hang)
{
    int column = 0;
    if (!width || fold_columns(line, n) <= width) {
        fwrite(line, 1, n, to);
        putc('\n', to);
        return;
    }
    if (hang < 0)
        hang = hang_of(line, n, width);
    for (size_t k = 0; k < n;) {
        size_t gap = strspn(line + k, " ");
        if (k + gap >= n)
            break;
        size_t len = word_of(line + k + gap, n - k - gap);
        int wide = fold_columns(line + k + gap, len);
        if (column && column + (int)gap + wide > width) {
            int at = hang + wide <= width || wide + 2 > width ? hang : 2; /* a long word: where there is room for it */
            at = hang + wide > width && wide + 2 > width ? 0 : at;
            fprintf(to, "\n%*s", at, "");
            column = at + wide;
        } else {
            fprintf(to, "%*s", (int)gap, "");
            column += (int)gap + wide;
        }
        fwrite(line + k + gap, 1, len, to);
        k += gap + len;
    }
    putc('\n', to);
}

/* ---- standard output --------------------------------------------------------------------------------------- */

static struct {
    FILE *to; /* stdout as it was; NULL: nothing is folded */
    struct text line;
    int width;
    bool verbatim;
} out;

static void pass(const char *s, size_t n)
{
    if (!out.verbatim) {
        fold_line(out.to, s, n, out.width, -1);
        return;
    }
    fwrite(s, 1, n, out.to);
    putc('\n', out.to);
}

static ssize_t take(void *data, const char *bytes, size_t n)
{
    (void)data;
    for (size_t k = 0; k < n;) {
        const char *end = memchr(bytes + k, '\n', n - k);
        text_add(&out.line, bytes + k, end ? (size_t)(end - bytes) - k : n - k);
        if (!end)
            break;
        pass(text_str(&out.line), out.line.len);
        out.line.len = 0;
        k = (size_t)(end - bytes) + 1;
    }
    return fflush(out.to) || ferror(out.to) ? 0 : (ssize_t)n;
}

void fold_begin(int width)
{
    cookie_io_functions_t ops = { .write = take };
    FILE *f = width > 0 && !out.to ? fopencookie(NULL, "w", ops) : NULL;
    if (!f)
        return;
    out.to = stdout;
    out.width = width;
    setvbuf(f, NULL, _IOLBF, BUFSIZ);
    stdout = f;
}

int fold_flush(void)
{
    int rc = fflush(stdout);
    if (!out.to)
        return rc;
    fwrite(text_str(&out.line), 1, out.line.len, out.to);
    out.line.len = 0;
    return fflush(out.to) ? -1 : rc;
}

void fold_verbatim(bool on)
{
    if (out.to)
        fflush(stdout);
    out.verbatim = on;
}

/* Whether nobody reads standard output any more: the write that failed may be long ago, and its errno lost. */
static bool reader_gone(void)
{
    struct pollfd p = { .fd = fileno(stdout), .events = POLLOUT };
    return poll(&p, 1, 0) == 1 && p.revents & POLLERR;
}

int fold_end(void)
{
    int rc = fold_flush() || ferror(stdout) ? -1 : 0;
    if (out.to) {
        FILE *folded = stdout;
        stdout = out.to;
        out.to = NULL;
        fclose(folded);
        text_finish(&out.line);
    }
    if (!rc && !ferror(stdout))
        return 0;
    if (reader_gone())
        errno = EPIPE;
    return -1;
}
