/* figure.h, fold.h, runner/base/slips.h: how numbers read, where lines break, what was probably meant. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/base/figure.h"
#include "tui/cli/fold.h"
#include "runner/base/slips.h"

Test(figure, counts_are_whole_with_commas)
{
    static const struct {
        double v;
        const char *text;
    } t[] = { { 0, "0" }, { 7, "7" }, { 999, "999" }, { 1000, "1,000" }, { 262144, "262,144" },
              { 402653184, "402,653,184" }, { 8.03e9, "8,030,000,000" }, { -1234, "-1,234" }, { .5, "0.5" },
              { 3.14159, "3.142" }, { 66908.16, "66,908" }, { 123456.7, "123,457" }, { NAN, "–" }, { INFINITY, "–" } };
    char ret[FIGURE];
    for (size_t k = 0; k < sizeof t / sizeof *t; k++)
        cr_expect_str_eq(figure_count(t[k].v, ret), t[k].text);
}

Test(figure, times_have_the_unit_that_fits)
{
    static const struct {
        double s;
        const char *text;
    } t[] = { { 0, "0 s" },
              { 3e-9, "3 ns" },
              { 16.3e-6, "16.3 µs" },
              { 999.6e-6, "1 ms" },
              { 4.88e-3, "4.88 ms" },
              { 13.7, "13.7 s" },
              { 99, "99 s" },
              { 125, "2 min 5 s" },
              { 52300, "14 h 32 min" },
              { 5 * 86400., "5 days" },
              { NAN, "–" },
              { INFINITY, "–" } };
    char ret[FIGURE];
    for (size_t k = 0; k < sizeof t / sizeof *t; k++)
        cr_expect_str_eq(figure_seconds(t[k].s, ret), t[k].text);
}

Test(figure, one_is_singular)
{
    char ret[FIGURE];
    cr_expect_str_eq(figure_of(1, "pair", ret), "1 pair");
    cr_expect_str_eq(figure_of(0, "pair", ret), "0 pairs");
    cr_expect_str_eq(figure_of(1015808, "conflict", ret), "1,015,808 conflicts");
}

Test(figure, results_are_told_apart)
{
    static const struct {
        double a, b;
        const char *want, *got;
    } t[] = { { 2147483648, 2147483649, "2147483648", "2147483649" },
              { .388754747104, 1.388754747104, "0.388754747", "1.38875475" },
              { .1, .1 + 0x1p-54, "0.10000000000000001", "0.10000000000000006" }, /* nine figures are the same */
              { .1, .1, "0.1", "0.1" },
              { 0x1p53, 0x1p53 + 2, "9007199254740992", "9007199254740994" },
              { 1e300, -INFINITY, "1e+300", "-inf" },
              { -NAN, NAN, "nan", "nan" } };
    char want[FIGURE], got[FIGURE];
    for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
        figure_results(t[k].a, t[k].b, want, got);
        cr_expect_str_eq(want, t[k].want);
        cr_expect_str_eq(got, t[k].got);
    }
    cr_expect_str_eq(figure_result(6738415616, want), "6738415616");
    cr_expect_str_eq(figure_result(123456789.25, want), "123456789");
}

Test(figure, units)
{
    static const char *const t[][2] = {{"us", "µs"}, {"1", ""}, {"", ""}, {"GB/s", "GB/s"}, {"x", "x"}};
    for (size_t k = 0; k < sizeof t / sizeof *t; k++)
        cr_expect_str_eq(figure_unit(t[k][0]), t[k][1]);
}

static char *folded(const char *line, int width, int hang)
{
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    fold_line(f, line, strlen(line), width, hang);
    fclose(f);
    return text;
}

Test(fold, lines_break_between_words_and_go_on_under_their_column)
{
    static const struct {
        const char *line;
        int width, hang;
        const char *text;
    } t[] = {
        { "short", 20, -1, "short\n" },
        { "one two three four", 10, -1, "one two\nthree four\n" },
        { "  one two three four", 12, -1, "  one two\n  three four\n" },
        { "- one two three four", 12, -1, "- one two\n  three four\n" },
        { "key  one two three", 14, -1, "key  one two\n     three\n" },
        { "key  one two three", 14, 2, "key  one two\n  three\n" },
        { "a incomprehensibilities b", 10, -1, "a\nincomprehensibilities\nb\n" }, /* no word is cut */
        { "say `ridge list` then", 14, -1, "say\n`ridge list`\nthen\n" }, /* nor a command */
        { "µs µs µs", 5, -1, "µs µs\nµs\n" },                                     /* columns, not bytes */
        { "\033[1mone two\033[0m", 7, -1, "\033[1mone two\033[0m\n" },            /* colours take no room */
        { "one two three", 0, -1, "one two three\n" },                            /* a pipe */
    };
    setlocale(LC_ALL, "C.UTF-8");
    for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
        char *text = folded(t[k].line, t[k].width, t[k].hang);
        cr_expect_str_eq(text, t[k].text);
        free(text);
    }
}

Test(fold, no_line_is_wider_than_it_may_be_unless_a_word_is)
{
    const char *line = "  4  17 Oct  w01-roofline  the quick brown fox jumps over the lazy dog and sleeps";
    for (int width = 12; width < 100; width++) {
        char *text = folded(line, width, -1);
        for (char *s = text, *end; (end = strchr(s, '\n')); s = end + 1)
            cr_expect(fold_columns(s, (size_t)(end - s)) <= width, "width %d: %s", width, text);
        free(text);
    }
}

Test(suggest, slips_of_the_fingers)
{
    cr_expect(eq(int, slips_between("tset", "test"), 1));
    cr_expect(eq(int, slips_between("two-disciplne", "two-disciplines"), 2));
    cr_expect(ge(int, slips_between("roofline", "transpose"), SLIPS_FAR));
}
