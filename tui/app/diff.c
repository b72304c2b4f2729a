/* Lines of one text against lines of another. */
#include "diff.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CHANGES = 3000 };

struct lines {
    const char **text;
    size_t *len;
    int n;
};

static int split(const char *s, size_t n, struct lines *ret)
{
    size_t count = 1;
    for (size_t k = 0; k < n; k++)
        count += s[k] == '\n';
    *ret = (struct lines){ calloc(count, sizeof *ret->text), calloc(count, sizeof *ret->len), 0 };
    if (!ret->text || !ret->len)
        return -1;
    for (size_t at = 0; at < n;) {
        const char *end = memchr(s + at, '\n', n - at);
        size_t len = end ? (size_t)(end - s) - at : n - at;
        ret->text[ret->n] = s + at;
        ret->len[ret->n++] = len;
        at += len + (end != NULL);
    }
    return 0;
}

static void forget(struct lines *l)
{
    free(l->text);
    free(l->len);
}

static int same(const struct lines *a, int i, const struct lines *b, int k)
{
    return a->len[i] == b->len[k] && !memcmp(a->text[i], b->text[k], a->len[i]);
}

static void put(struct diff *d, char sign, const struct lines *from, int at, int first, int second)
{
    d->line[d->n++] = (struct diff_line){ sign, from->text[at], from->len[at], first, second };
    d->added += sign == '+';
    d->removed += sign == '-';
}

/* The middle parts a[0..n) and b[0..m), both beginning at line `from`. */
struct middle {
    const struct lines *a, *b;
    int from, n, m;
    int **trace; /* trace[d]: how far each diagonal had come before step d */
    int steps;   /* D; -1 when there are too many */
};

static int equal_at(const struct middle *x, int i, int k)
{
    return same(x->a, x->from + i, x->b, x->from + k);
}

/* v[diagonal + offset]: the furthest line of `a` that `d` changes reach on each diagonal. 1 when the end is reached. */
static int one_step(const struct middle *x, int *v, int offset, int d)
{
    for (int k = -d; k <= d; k += 2) {
        int down = k == -d || (k != d && v[offset + k - 1] < v[offset + k + 1]);
        int i = down ? v[offset + k + 1] : v[offset + k - 1] + 1;
        while (i < x->n && i - k < x->m && i - k >= 0 && equal_at(x, i, i - k))
            i++;
        v[offset + k] = i;
        if (i >= x->n && i - k >= x->m)
            return 1;
    }
    return 0;
}

/* -1: out of memory. */
static int search(struct middle *x)
{
    int most = x->n + x->m < MOST_CHANGES ? x->n + x->m : MOST_CHANGES, offset = most + 1;
    int *v = calloc((size_t)(2 * most + 3), sizeof *v);
    x->trace = calloc((size_t)most + 1, sizeof *x->trace);
    x->steps = -1;
    for (int d = 0; v && x->trace && d <= most && x->steps < 0; d++) {
        x->trace[d] = malloc((size_t)(2 * d + 3) * sizeof **x->trace);
        if (!x->trace[d]) {
            free(v);
            return -1;
        }
        memcpy(x->trace[d], v + offset - d - 1, (size_t)(2 * d + 3) * sizeof *v);
        if (one_step(x, v, offset, d))
            x->steps = d;
    }
    free(v);
    return v && x->trace ? 0 : -1;
}

/* Back from the end: the signs in reverse, written from the end of `sign`. Returns how many. */
static int walk_back(const struct middle *x, char *sign, int room)
{
    int i = x->n, j = x->m, at = room;
    for (int d = x->steps; d > 0; d--) {
        const int *v = x->trace[d] + d + 1; /* v[k]: before step d */
        int k = i - j, down = k == -d || (k != d && v[k - 1] < v[k + 1]);
        int from = down ? v[k + 1] : v[k - 1], to = from - (down ? k + 1 : k - 1);
        while (i > from + !down && j > to + down) {
            sign[--at] = ' ';
            i--, j--;
        }
        sign[--at] = down ? '+' : '-';
        i = from;
        j = to;
    }
    while (i-- > 0)
        sign[--at] = ' ';
    return room - at;
}

static void put_middle(const struct middle *x, const char *sign, int n, struct diff *ret)
{
    int i = x->from, j = x->from;
    for (int k = 0; k < n; k++) {
        const struct lines *from = sign[k] == '+' ? x->b : x->a;
        put(ret, sign[k], from, sign[k] == '+' ? j : i, sign[k] == '+' ? 0 : i + 1, sign[k] == '-' ? 0 : j + 1);
        i += sign[k] != '+';
        j += sign[k] != '-';
    }
}

static int add_middle(struct middle *x, struct diff *ret)
{
    int room = x->n + x->m, n = room, rc = search(x);
    char *sign = malloc((size_t)room + 1);
    if (!sign)
        rc = -1;
    if (!rc && x->steps >= 0) {
        n = walk_back(x, sign, room);
        put_middle(x, sign + room - n, n, ret);
    } else if (!rc) {
        memset(sign, '-', (size_t)x->n);
        memset(sign + x->n, '+', (size_t)x->m);
        put_middle(x, sign, n, ret);
    }
    for (int d = 0; x->trace && d <= MOST_CHANGES && d <= room && x->trace[d]; d++)
        free(x->trace[d]);
    free(x->trace);
    free(sign);
    return rc;
}

static int compare(const struct lines *a, const struct lines *b, struct diff *ret)
{
    int head = 0, tail = 0;
    while (head < a->n && head < b->n && same(a, head, b, head))
        head++;
    while (tail < a->n - head && tail < b->n - head && same(a, a->n - 1 - tail, b, b->n - 1 - tail))
        tail++;
    struct middle x = { .a = a, .b = b, .from = head, .n = a->n - head - tail, .m = b->n - head - tail };
    for (int k = 0; k < head; k++)
        put(ret, ' ', a, k, k + 1, k + 1);
    if ((x.n || x.m) && add_middle(&x, ret))
        return -1;
    for (int k = tail; k > 0; k--)
        put(ret, ' ', a, a->n - k, a->n - k + 1, b->n - k + 1);
    return 0;
}

int diff_texts(const char *a, size_t na, const char *b, size_t nb, struct diff *ret)
{
    struct lines x = { 0 }, y = { 0 };
    struct diff d = { 0 };
    int rc = split(a, na, &x) || split(b, nb, &y) ? -1 : 0;
    if (!rc && !(d.line = calloc((size_t)x.n + (size_t)y.n + 1, sizeof *d.line)))
        rc = -1;
    if (!rc)
        rc = compare(&x, &y, &d);
    forget(&x);
    forget(&y);
    if (rc)
        diff_free(&d);
    else
        *ret = d;
    return rc;
}

void diff_free(struct diff *d)
{
    free(d->line);
    *d = (struct diff){ 0 };
}

int diff_near(const struct diff *d, size_t k, size_t context)
{
    size_t from = k > context ? k - context : 0, to = k + context < d->n ? k + context + 1 : d->n;
    for (size_t q = from; q < to; q++)
        if (d->line[q].sign != ' ')
            return 1;
    return 0;
}
