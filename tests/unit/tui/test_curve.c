/* test_curve.c: the canvas, rows that may be anybody's, scales, and pictures at every width. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/base/term.h"
#include "tui/app/canvas.h"
#include "tui/app/curve.h"

static json_t *row_of(const char *members)
{
    char text[4096];
    json_error_t e;
    snprintf(text, sizeof text, "{\"id\":\"loss\",\"title\":\"Loss\",\"unit\":\"\",\"call\":\"train\",\"case\":\"c\",%s}",
             members);
    json_t *row = json_loads(text, 0, &e);
    cr_assert_not_null(row, "%s: %s", text, e.text);
    return row;
}

static char *picture(const struct curve *c, const struct curve_scale *s, int width, int utf8)
{
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    curve_picture(c, s, width, CURVE_HIGH, utf8, f);
    fclose(f);
    return text;
}

static char *canvas_text(struct canvas *c, int row, int utf8)
{
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    canvas_print_row(c, row, utf8, NULL, NULL, f);
    fclose(f);
    return text;
}

Test(canvas, corners_are_dots_of_the_corner_cells)
{
    struct canvas c;
    cr_assert_eq(canvas_init(&c, 8, 4), 0);
    canvas_dot(&c, 0, 1);
    canvas_dot(&c, 1, 1);
    canvas_dot(&c, 0, 0);
    canvas_dot(&c, 2, 2); /* outside */
    canvas_dot(&c, -1, .5);
    char *top = canvas_text(&c, 0, 1), *low = canvas_text(&c, 3, 1), *plain = canvas_text(&c, 0, 0);
    cr_assert_str_eq(top, "⠁      ⠈");
    cr_assert_str_eq(low, "⡀");
    cr_assert_str_eq(plain, "'      '");
    free(top);
    free(low);
    free(plain);
    canvas_finish(&c);
}

Test(canvas, a_bar_has_no_gap_and_a_letter_hides_it)
{
    struct canvas c;
    cr_assert_eq(canvas_init(&c, 8, 4), 0);
    canvas_bar(&c, 0, -5, 5);
    canvas_letter(&c, 0, 1, 'R');
    for (int row = 0; row < 4; row++) {
        char *text = canvas_text(&c, row, 1), *plain = canvas_text(&c, row, 0);
        cr_assert_str_eq(text, row ? "⡇" : "R");
        cr_assert_str_eq(plain, row ? "|" : "R");
        free(text);
        free(plain);
    }
    canvas_finish(&c);
}

Test(canvas, its_size_has_bounds)
{
    struct canvas c;
    cr_assert_eq(canvas_init(&c, -3, 0), 0);
    cr_assert(c.w == CANVAS_LEAST_WIDE && c.h == CANVAS_LEAST_HIGH);
    canvas_finish(&c);
    cr_assert_eq(canvas_init(&c, 1000000, 5), 0);
    cr_assert_eq(c.w, CANVAS_WIDE);
    canvas_finish(&c);
}

Test(curve, what_is_no_point_is_a_gap)
{
    struct curve c;
    json_t *row = row_of("\"n\":5,\"bad\":1,\"least_at\":2,\"last\":4,"
                         "\"points\":[1,null,\"x\",[0.5,2],[1],[null,3],{}]");
    curve_read(row, &c);
    cr_assert_eq(c.npoints, 7);
    cr_assert_eq(c.n, 7); /* not fewer than points */
    cr_assert(c.lo[0] == 1 && isnan(c.lo[1]) && isnan(c.lo[2]) && c.lo[3] == .5 && c.hi[3] == 2);
    cr_assert(isnan(c.hi[4]) && isnan(c.lo[5]) && isnan(c.hi[6]));
    cr_assert(c.least == .5 && c.most == 2 && c.last == 4);
    json_decref(row);
    row = row_of("\"n\":-4,\"points\":7");
    curve_read(row, &c);
    cr_assert(c.n == 0 && c.npoints == 0 && isnan(c.least) && isnan(c.last));
    json_decref(row);
}

Test(curve, words_say_what_is_not_seen)
{
    static const struct {
        const char *members, *says;
    } t[] = {
        { "\"n\":2,\"bad\":0,\"least_at\":1,\"last\":1,\"points\":[3,1]", "Least 1 at step 2, last 1." },
        { "\"n\":3,\"bad\":1,\"least_at\":1,\"last\":null,\"points\":[3,1,null]",
          "Least 1 at step 2, the last is not finite. 1 value is not finite." },
        { "\"n\":2,\"bad\":2,\"least_at\":null,\"last\":null,\"points\":[null,null]", "No value is finite." },
        { "\"n\":0,\"bad\":0,\"points\":[]", "There is no step." },
        { "\"n\":2,\"bad\":0,\"least_at\":1,\"last\":1,\"points\":[300,1]",
          "Least 1 at step 2, last 1. The axis is logarithmic." },
        { "\"n\":5,\"bad\":0,\"least_at\":4,\"last\":1,\"points\":[[2,3],[1,2]]",
          "Least 1 at step 5, last 1. Of each 2 or 3 steps the least and the most are kept." },
    };
    for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
        json_t *row = row_of(t[k].members);
        struct curve c;
        char words[400];
        curve_read(row, &c);
        struct curve_scale s = curve_scale_of(&c, 1);
        curve_words(&c, &s, words, sizeof words);
        cr_expect_str_eq(words, t[k].says);
        json_decref(row);
    }
}

Test(curve, a_falling_line_falls)
{
    json_t *row = row_of("\"n\":3,\"bad\":0,\"least_at\":2,\"last\":0,\"points\":[2,1,0]");
    struct curve c;
    curve_read(row, &c);
    struct curve_scale s = curve_scale_of(&c, 1);
    char *text = picture(&c, &s, 20, 1), *save = NULL;
    int at = 0, lines = 0;
    for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
        char *bar = strstr(line, "│");
        if (!bar)
            continue;
        int blank = (int)strspn(bar + strlen("│"), " ");
        cr_expect_geq(blank, at, "%s", line);
        at = blank;
        lines++;
    }
    cr_expect_eq(lines, CURVE_HIGH);
    cr_expect_eq(at, 9, "the last row has the last column alone: %d", at);
    free(text);
    json_decref(row);
}

/* Values of all kinds, at every width: no line is too wide, and each row of the picture is there. */
Test(curve, fits_every_width)
{
    static const char *const kinds[] = {
        "\"n\":1,\"points\":[5]", "\"n\":2,\"points\":[0,0]", "\"n\":3,\"points\":[null,-2,null]",
        "\"n\":4,\"points\":[1e308,-1e308,0,1]", "\"n\":4,\"points\":[1e-300,1e300,1,2]",
        "\"n\":4,\"points\":[4.9e-324,0,0,4.9e-324]", "\"n\":9007199254740993,\"points\":[1,[2,3],null,4]",
        "\"n\":4,\"points\":[1e15,1000000000000001,1e15,1e15]", "\"n\":600,\"points\":[[2,5],[1,2],[0.5,1]]",
    };
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        json_t *row = row_of(kinds[k]);
        struct curve c;
        curve_read(row, &c);
        struct curve_scale s = curve_scale_of(&c, 1);
        for (int width = 20; width <= 200; width++) {
            char *text = picture(&c, &s, width, width % 2), *save = NULL;
            int lines = 0;
            for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save), lines++)
                cr_expect_leq(term_width(line), width, "%s at %d: %s", kinds[k], width, line);
            cr_expect_eq(lines, CURVE_HIGH + 2, "%s at %d", kinds[k], width);
            free(text);
        }
        json_decref(row);
    }
}

Test(curve, those_that_are_compared_have_one_scale)
{
    json_t *a = row_of("\"n\":3,\"points\":[4,3,2]"), *b = row_of("\"n\":5,\"points\":[1,1,1,1,9]");
    struct curve list[2];
    curve_read(a, &list[0]);
    curve_read(b, &list[1]);
    struct curve_scale s = curve_scale_of(list, 2);
    cr_assert(s.lo == 1 && s.hi == 9 && s.n == 5 && !s.logarithmic);
    char *text = picture(&list[0], &s, 100, 0);
    char *nine = strstr(text, "\n");
    cr_assert(nine && !memchr(text, '.', (size_t)(nine - text)), "nothing of the first reaches the top: %s", text);
    free(text);
    json_decref(a);
    json_decref(b);
}
