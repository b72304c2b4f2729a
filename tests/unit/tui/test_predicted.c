/* test_predicted.c: the sentences about times that a model predicts. */
#include <criterion/criterion.h>
#include <string.h>

#include "tui/app/predicted.h"

static json_t *row(double reference_us)
{
    json_t *r = json_pack("{s:s s:s s:s s:s s:f s:f s:f s:s}", "call", "sum", "case", "gate", "gpu", "h200", "name",
                          "NVIDIA H200 SXM, for time estimates", "us", 5.1, "lo", 2.8, "hi", 10.2, "bound", "latency");
    if (reference_us > 0)
        json_object_set_new(r, "reference_us", json_real(reference_us));
    return r;
}

static void expect(double reference_us, const char *said)
{
    json_t *r = row(reference_us);
    struct text t = { 0 };
    predicted_say(r, &t);
    cr_expect_str_eq(text_str(&t), said);
    text_finish(&t);
    json_decref(r);
}

Test(predicted, a_row_in_words)
{
    expect(0, "sum, case gate: 5.1 µs on an NVIDIA H200 SXM, nine times in ten between 2.8 µs and 10.2 µs; "
              "bound by: latency.");
    expect(2500, "sum, case gate: 5.1 µs on an NVIDIA H200 SXM, nine times in ten between 2.8 µs and 10.2 µs; "
                 "bound by: latency; what it is held against: 2.5 ms.");
}

Test(predicted, a_report_without_rows_says_nothing)
{
    json_t *none = json_pack("{s:[]}", "predicted"), *one = json_pack("{s:[o]}", "predicted", row(0)), *old = json_object();
    cr_expect_null(predicted_rows(none));
    cr_expect_null(predicted_rows(old));
    cr_expect_eq(json_array_size(predicted_rows(one)), 1);
    json_decref(none);
    json_decref(one);
    json_decref(old);
}

/* Whoever reads the words alone must not take them for a measurement. */
Test(predicted, the_words_say_what_it_is)
{
    cr_expect(strstr(PREDICTED_HEAD, "not measured") && strstr(PREDICTED_NOTE, "model") &&
              strstr(PREDICTED_NOTE, "No grade"));
}
