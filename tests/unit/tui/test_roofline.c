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

/* The fraction of a copy says something of what bytes bind, the fraction of a peak of what FLOP do. */
Test(rates, a_gpu_is_compared_with_what_binds)
{
    json_t *calibration = json_pack("{s:{s:[{s:s s:f} {s:s s:f}]}}", "gpu", "flops", "type", "bf16", "median", 700e12,
                                    "type", "f32", "median", 50e12);
    json_t *hw = json_pack("{s:{s:{s:{s:f} s:{s:f}}}}", "card", "values", "fp32", "value", 60e12, "bw", "value", 4e12);
    const struct {
        double gflops, gbps, of_copy;
        int calibrated;
        const char *says;
    } row[] = {{0, 3760, .94, 0, "0.94 of this GPU's copy (4,000 GB/s)"},
               {7, 3500, .875, 1, "0.88 of this GPU's copy (4,000 GB/s)"},
               {40000, 40, .01, 1, "0.80 of this GPU's f32 matmul (50,000 GFLOP/s)"},
               {350000, 40, .01, 1, "0.50 of this GPU's bf16 matmul (700,000 GFLOP/s)"},
               {40000, 40, .01, 0, ""},
               {40000, 4000, .99, 0, "0.99 of this GPU's copy (4,000 GB/s)"},
               {40000, 4000, 0, 0, ""}};
    for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
        json_t *m = json_pack("{s:f s:f s:f s:f}", "gflops", row[k].gflops, "gbps", row[k].gbps, "copy_gbps", 4000.,
                              "of_copy", row[k].of_copy);
        char text[100];
        rate_share(m, row[k].calibrated ? calibration : NULL, hw, text, sizeof text);
        cr_expect_str_eq(text, row[k].says, "row %zu: \"%s\"", k, text);
        json_decref(m);
    }
    json_decref(calibration);
    json_decref(hw);
}

Test(rates, a_run_on_both_backends_says_both)
{
    json_t *one = json_pack("{s:s}", "backend", "cpu"),
           *both = json_pack("{s:s s:[s,s]}", "backend", "simt", "backends", "simt", "cuda");
    char text[40];
    cr_expect_str_eq(rate_backends(one, text, sizeof text), "cpu");
    cr_expect_str_eq(rate_backends(both, text, sizeof text), "simt and cuda");
    json_decref(one);
    json_decref(both);
}
