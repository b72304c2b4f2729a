/* Columns of tables: widths that fit a terminal, and text of any kind within them. */
#include <criterion/criterion.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "runner/base/utf8.h"
#include "tui/cli/columns.h"

static void utf8(void)
{
    setlocale(LC_ALL, "C.UTF-8");
}

TestSuite(columns, .init = utf8);

static int sum(const struct column *c, size_t n)
{
    int width = 0, shown = 0;
    for (size_t k = 0; k < n; k++)
        if (!c[k].hidden)
            width += c[k].width + (shown++ ? COLUMNS_BETWEEN : 0);
    return width;
}

Test(columns, without_a_terminal_all_is_shown)
{
    struct column c[] = { { .natural = 300, .least = 12 }, { .rank = 9, .natural = 40 }, { .natural = 500 } };
    cr_assert_not(columns_fit(c, 3, 0, 0, true));
    cr_assert_eq(sum(c, 3), 300 + 40 + 500 + 2 * COLUMNS_BETWEEN);
}

Test(columns, what_may_narrow_does_before_a_column_goes)
{
    struct column c[] = { { .natural = 60, .least = 12 }, { .rank = 1, .natural = 9 }, { .natural = 40 } };
    cr_assert_not(columns_fit(c, 3, 0, 80, true));
    cr_assert_not(c[1].hidden, "12 and 9 and 24 have room in 80");
    cr_assert_eq(sum(c, 3), 80, "the line is full");
    cr_assert(c[0].width >= 12 && c[2].width >= 80 / 3);
}

Test(columns, the_highest_rank_goes_first)
{
    struct column c[] = { { .natural = 20 }, { .rank = 1, .natural = 10 }, { .rank = 3, .natural = 10 },
                          { .rank = 2, .natural = 10 }, { .natural = 90 } };
    cr_assert_not(columns_fit(c, 5, 0, 72, false));
    cr_assert(c[2].hidden && !c[1].hidden && !c[3].hidden);
    cr_assert_not(columns_fit(c, 5, 0, 60, false));
    cr_assert(c[2].hidden && c[3].hidden && !c[1].hidden);
    cr_assert(sum(c, 5) <= 60);
}

Test(columns, an_empty_column_takes_no_room)
{
    struct column c[] = { { .natural = 5 }, { .natural = 0 }, { .natural = 5 } };
    columns_fit(c, 3, 0, 80, false);
    cr_assert(c[1].hidden);
    cr_assert_eq(sum(c, 3), 5 + COLUMNS_BETWEEN + 5);
}

Test(columns, the_last_column_stands_under_the_others)
{
    struct column c[] = { { .natural = 12 }, { .natural = 90, .least = 16 }, { .natural = 90 } };
    cr_assert(columns_fit(c, 3, 0, 50, true));
    cr_assert_eq(c[0].width + COLUMNS_BETWEEN + c[1].width, 50, "the others have the whole line");
    cr_assert_not(columns_fit(c, 3, 0, 80, true), "where there is room they stand beside each other");
}

/* Each line of `text` at `width` fits, and without its line ends and blanks it is the whole text. */
static void holds(const char *text, int width)
{
    char *lines = columns_wrap(text, width, false), *all = strdup(text), *to = all;
    for (char *s = lines; *s;) {
        size_t n = strcspn(s, "\n");
        cr_assert(utf8_text_width(s, n) <= width, "%d: \"%.*s\"", width, (int)n, s);
        s += n + (s[n] != 0);
    }
    for (char *s = all; *s; s++)
        if (*s != ' ')
            *to++ = *s;
    *to = 0;
    to = all;
    for (char *s = lines; *s; s++)
        if (*s != ' ' && *s != '\n')
            cr_assert_eq(*s, *to++, "%d: \"%s\" of \"%s\"", width, lines, text);
    cr_assert_eq(*to, 0);
    free(all);
    free(lines);
}

Test(columns, names_of_any_kind_fit_and_nothing_is_lost)
{
    static const char *const names[] = {
        "", "Ada", "Zoë Adelheid Maximiliane von und zu Hohenlohe-Langenburg-Wittgenstein-Berleburg",
        "王小明 東京大学大学院情報理工学系研究科コンピュータ科学専攻", "Jose\u0301 Mari\u0301a Pe\u0301rez",
        "1234567890-abcdefghij@students.university.example.edu", "דנה כהן", "محمد علي",
    };
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        for (int width = 2; width < 60; width++)
            holds(names[k], width);
}

Test(columns, a_combining_mark_stays_with_its_letter)
{
    char *lines = columns_wrap("ae\u0301\u0302b", 1, false);
    cr_assert_str_eq(lines, "a\ne\u0301\u0302\nb");
    free(lines);
}

Test(columns, an_address_is_whole)
{
    char *lines = columns_wrap("see https://example.org/a/long/path", 12, true);
    cr_assert_str_eq(lines, "see\nhttps://example.org/a/long/path");
    free(lines);
}

Test(columns, controls_are_shown_and_not_obeyed)
{
    char *line = columns_one_line("ok\n0002826\tPASS \033[2J\a\u202eabc \n");
    cr_assert_str_eq(line, "ok 0002826 PASS \\x1b[2J\\x07\\xe2\\x80\\xaeabc");
    free(line);
}

Test(columns, right_to_left_is_seen)
{
    cr_assert(columns_right_to_left("Dana דנה"));
    cr_assert(columns_right_to_left("علي"));
    cr_assert_not(columns_right_to_left("Zoë 王小明 π"));
}
