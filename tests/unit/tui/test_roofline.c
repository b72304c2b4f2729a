/* test_roofline.c: attainable FLOP/s, the ridge point, and that the plot stays in its window. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/app/rate.h"
#include "tui/app/roofline.h"
#include "tui/screen/sketch.h"

static struct roofline example(void)
{
    struct roofline r = { .title = "w01 <&> this machine", .npeaks = 2, .nbws = 1, .npoints = 3 };
    r.peak[0] = (struct roof_ceiling){ "avx2 FMA, f32", 100 };
    r.peak[1] = (struct roof_ceiling){ "sse2 FMA, f32", 25 };
    r.bw[0] = (struct roof_ceiling){ "DRAM triad", 20 };
    r.point[0] = (struct roof_point){ .intensity = 0.25, .gflops = 2, .mark = 'o', .label = "earlier runs" };
    r.point[1] = (struct roof_point){ .intensity = 50, .gflops = 90, .mark = 'R', .label = "reference" };
    r.point[2] = (struct roof_point){ .intensity = 0.25, .gflops = 4, .mark = '@', .label = "last run" };
    return r;
}

Test(roofline, the_roof_is_the_lower_of_two)
{
    struct roofline r = example(), none = { .title = "" };
    cr_assert_float_eq(roofline_ridge(&r), 5, 1e-12);
    cr_assert_float_eq(roofline_at(&r, 0.5), 10, 1e-12);
    cr_assert_float_eq(roofline_at(&r, 5), 100, 1e-12);
    cr_assert_float_eq(roofline_at(&r, 500), 100, 1e-12);
    cr_assert_eq(roofline_ridge(&none), 0);
    cr_assert_eq(roofline_at(&none, 1), 0);
}

static char *text(const struct roofline *r, int width, int utf8)
{
    char *s = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&s, &n);
    roofline_text(r, width, 12, utf8, f);
    fclose(f);
    return s;
}

Test(roofline, ascii_keeps_to_ascii_and_to_its_width)
{
    struct roofline r = example();
    char *s = text(&r, 60, 0), *save = NULL;
    int rows = 0;
    for (char *p = s; *p; p++)
        cr_assert((unsigned char)*p < 128, "byte %d at %ld", (unsigned char)*p, (long)(p - s));
    cr_assert(strchr(s, '@') && strchr(s, 'o') && strchr(s, 'R') && strchr(s, '/') && strchr(s, '-'));
    cr_assert(strstr(s, "ridge point"));
    cr_assert(strstr(s, "80 % of its bandwidth roof"), "%s", s);
    for (char *line = strtok_r(s, "\n", &save); line && rows < 15; line = strtok_r(NULL, "\n", &save), rows++)
        cr_assert_leq(strlen(line), 60, "%s", line);
    free(s);
}

Test(roofline, every_line_keeps_to_a_narrow_page)
{
    struct roofline r = example();
    char *s = text(&r, 76, 0), *save = NULL;
    cr_assert(strstr(s, "\n                                  80 % of its bandwidth roof"), "%s", s);
    for (char *line = strtok_r(s, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
        cr_assert_leq(strlen(line), 76, "%s", line);
    free(s);
}

Test(roofline, a_run_above_the_roof_says_that_the_roof_is_too_low)
{
    struct roofline r = example();
    char *s = text(&r, 100, 0), *below = s;
    cr_assert(!strstr(s, "too low"));
    r.point[1].gflops = 111;
    s = text(&r, 100, 0);
    cr_assert(strstr(s, "too low"), "%s", s);
    free(s);
    free(below);
}

Test(roofline, braille_and_nothing_at_all)
{
    struct roofline r = example(), none = { .title = "" };
    char *s = text(&r, 80, 1), *empty = text(&none, 20, 1);
    cr_assert(strstr(s, "\xe2\xa0") || strstr(s, "\xe2\xa1"), "no braille in it");
    cr_assert(strlen(empty) > 0);
    free(s);
    free(empty);
}

Test(roofline, svg_escapes_what_it_is_told)
{
    struct roofline r = example();
    char *s = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&s, &n);
    roofline_svg(&r, f);
    fclose(f);
    cr_assert(strstr(s, "</svg>"));
    cr_assert(strstr(s, "w01 &#60;&#38;&#62; this machine"));
    cr_assert(!strstr(s, "nan") && !strstr(s, "inf"), "%s", s);
    free(s);
}

static char *drawn(const json_t *verdict)
{
    char *s = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&s, &n);
    sketch_text(verdict, 80, 0, f);
    fclose(f);
    return s;
}

/* The learner's alone until the true one may be told; no word about runs above the roof. */
Test(roofline, a_sketch_lies_beside_the_true_roof)
{
    json_t *v = json_pack("{s:{s:{s:f s:f s:f s:f}}}", "sketch", "said", "bw", 4e12, "peak", 2e15, "ridge", 500.,
                          "reached", 1e12);
    char *s = drawn(v);
    cr_expect(strstr(s, "your slope") && !strstr(s, "o your roof"), "%s", s);
    free(s);
    json_object_set_new(json_object_get(v, "sketch"), "want",
                        json_pack("{s:f s:f s:f s:f}", "bw", 2e12, "peak", 1e15, "ridge", 500., "reached", 1e12));
    s = drawn(v);
    cr_expect(strstr(s, "o your roof") && strstr(s, "@ your ridge") && strstr(s, "o o o"), "%s", s);
    cr_expect_null(strstr(s, "too low"), "%s", s);
    free(s);
    json_decref(v);
    v = json_pack("{s:s}", "status", "PASS");
    s = drawn(v);
    cr_expect_str_eq(s, "");
    free(s);
    json_decref(v);
}

/* A rate is items over time; a bench that counts nothing has none, and neither has a call without a time. */
Test(rates, of_a_bench)
{
    json_t *lab =
        json_pack("{s:[{s:s s:i s:s} {s:s}]}", "bench", "id", "stream", "items", 160, "item", "tok", "id", "first");
    json_t *mine = json_pack("[{s:s} {s:s} {s:s}]", "bench", "stream", "bench", "first", "bench", "gone");
    char text[40];
    rate_name(lab, mine);
    cr_assert_str_eq(rate_text(json_array_get(mine, 0), .04, text, sizeof text), "4,000 tok/s");
    cr_assert_str_eq(rate_text(json_array_get(mine, 0), 0, text, sizeof text), "");
    cr_assert_str_eq(rate_text(json_array_get(mine, 1), .04, text, sizeof text), "");
    cr_assert_str_eq(rate_text(json_array_get(mine, 2), .04, text, sizeof text), "");
    json_decref(lab);
    json_decref(mine);
}
