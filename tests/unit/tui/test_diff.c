/* Lines of two texts: the script is right, and the shortest there is. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/app/diff.h"

static struct diff of(const char *a, const char *b)
{
    struct diff d;
    cr_assert_eq(diff_texts(a, strlen(a), b, strlen(b), &d), 0);
    return d;
}

static const char *signs(const struct diff *d)
{
    static char s[256];
    for (size_t k = 0; k < d->n; k++)
        s[k] = d->line[k].sign;
    s[d->n] = 0;
    return s;
}

Test(diff, known_scripts)
{
    static const struct {
        const char *a, *b, *want;
    } row[] = {
        {"", "", ""},
        {"a\n", "a\n", " "},
        {"", "a\nb\n", "++"},
        {"a\nb", "", "--"},
        {"a\nb\nc\n", "a\nx\nc\n", " -+ "},
        {"a\nc\n", "a\nb\nc\n", " + "},
        {"a\nb\nc\nd\n", "b\nd\n", "- - "},
        {"a\n\n\nb\n", "a\n\nb\n", "  - "},
        {"x\ny\n", "y\nx\n", "- +"},
    };
    for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
        struct diff d = of(row[k].a, row[k].b);
        cr_assert_str_eq(signs(&d), row[k].want, "row %zu: got \"%s\"", k, signs(&d));
        diff_free(&d);
    }
}

/* Length of the longest common subsequence, the slow way. */
static int common(const char *a, const char *b, int n, int m)
{
    int t[40][40] = {{0}};
    for (int i = n - 1; i >= 0; i--)
        for (int j = m - 1; j >= 0; j--)
            t[i][j] = a[i] == b[j] ? 1 + t[i + 1][j + 1] : t[i + 1][j] > t[i][j + 1] ? t[i + 1][j] : t[i][j + 1];
    return t[0][0];
}

/* Does the script give back both texts, with the right line numbers? */
static void check_script(const struct diff *d, const char *a, const char *b)
{
    int i = 0, j = 0;
    for (size_t k = 0; k < d->n; k++) {
        const struct diff_line *l = &d->line[k];
        cr_assert_eq(l->len, 1);
        cr_assert_eq(l->text[0], l->sign == '+' ? b[j] : a[i], "line %zu", k);
        cr_assert(l->sign != ' ' || a[i] == b[j]);
        cr_assert_eq(l->first, l->sign == '+' ? 0 : i + 1);
        cr_assert_eq(l->second, l->sign == '-' ? 0 : j + 1);
        i += l->sign != '+';
        j += l->sign != '-';
    }
    cr_assert_eq(i, (int)strlen(a));
    cr_assert_eq(j, (int)strlen(b));
}

Test(diff, random_texts_the_shortest_way)
{
    unsigned seed = 11;
    for (int n = 0; n < 3000; n++) {
        char a[40] = "", b[40] = "", ta[80], tb[80];
        int len[2];
        for (int q = 0; q < 2; q++) {
            char *s = q ? b : a, *t = q ? tb : ta;
            seed = seed * 1103515245u + 12345u;
            len[q] = (int)(seed >> 16) % 24;
            for (int k = 0; k < len[q]; k++) {
                seed = seed * 1103515245u + 12345u;
                s[k] = (char)('a' + (seed >> 16) % 4);
                t[2 * k] = s[k];
                t[2 * k + 1] = '\n';
            }
            s[len[q]] = t[2 * len[q]] = 0;
        }
        struct diff d = of(ta, tb);
        check_script(&d, a, b);
        cr_assert_eq((int)(d.added + d.removed), len[0] + len[1] - 2 * common(a, b, len[0], len[1]), "%s to %s", a, b);
        diff_free(&d);
    }
}

Test(diff, what_has_nothing_in_common_ends)
{
    enum { LINES = 6000 };
    char *a = malloc(LINES * 8), *b = malloc(LINES * 8);
    size_t na = 0, nb = 0;
    for (int k = 0; k < LINES; k++) {
        na += (size_t)sprintf(a + na, "a%d\n", k);
        nb += (size_t)sprintf(b + nb, "b%d\n", k);
    }
    struct diff d;
    cr_assert_eq(diff_texts(a, na, b, nb, &d), 0);
    cr_assert_eq(d.added, (size_t)LINES);
    cr_assert_eq(d.removed, (size_t)LINES);
    diff_free(&d);
    free(a);
    free(b);
}

Test(diff, context_is_near_a_change)
{
    struct diff d = of("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nx\n6\n7\n8\n9\n");
    cr_assert(!diff_near(&d, 0, 3));
    cr_assert(diff_near(&d, 1, 3));
    cr_assert(diff_near(&d, 8, 3));
    cr_assert(!diff_near(&d, 9, 3));
    diff_free(&d);
}
