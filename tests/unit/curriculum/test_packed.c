/* test_packed.c: a packed value reads back as it was; bytes that are none are refused. */
#include "curriculum/load/packed.h"
#include "runner/base/util.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

TestSuite(packed, .timeout = 60);

static json_t *sample(void)
{
    json_t *value = json_pack("{s:n,s:b,s:b,s:f,s:f,s:s,s:s,s:[],s:{},s:[i,[s],{s:s}]}", "nothing", "yes", 1, "no", 0,
                              "half", -0.5, "whole", 3.0, "empty", "", "text", "a \xe2\x82\xac is three bytes", "list",
                              "object", "nest", 1, "two", "", "an empty key");
    char longer[300] = "";
    memset(longer, 'x', sizeof longer - 1);
    json_object_set_new(value, "longer", json_string(longer));
    json_object_set_new(value, "zero", json_stringn("a\0b", 3));
    return value;
}

Test(packed, reads_back)
{
    const json_int_t numbers[] = {0, 1, -1, 63, 64, -64, -65, 127, 128, 1 << 20, INT64_MAX, INT64_MIN};
    json_t *value = sample();
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
        json_array_append_new(json_object_get(value, "list"), json_integer(numbers[k]));
    struct text bytes = {0};
    packed_add(&bytes, value);
    json_t *back = packed_read(bytes.s, bytes.len);
    cr_expect(json_equal(back, value));
    char *a = json_dumps(value, 0), *b = json_dumps(back, 0); /* the members stand in the order in which they stood */
    cr_expect_str_eq(a, b);
    free(a);
    free(b);
    json_decref(back);
    json_decref(value);
    text_finish(&bytes);
}

Test(packed, refuses_a_part)
{
    json_t *value = sample();
    struct text bytes = {0};
    packed_add(&bytes, value);
    for (size_t n = 0; n < bytes.len; n++) {
        char *copy = malloc(n ? n : 1); /* so that a sanitizer sees a read behind the end */
        memcpy(copy, bytes.s, n);
        cr_expect_null(packed_read(copy, n), "%zu of %zu bytes are a value", n, bytes.len);
        free(copy);
    }
    text_add(&bytes, "n", 1);
    cr_expect_null(packed_read(bytes.s, bytes.len), "a value and one more are a value");
    json_decref(value);
    text_finish(&bytes);
}

Test(packed, refuses_what_is_no_value)
{
    static const struct {
        const char *what, *bytes;
        size_t n;
    } rows[] = {
        {"no kind", "x", 1},
        {"a text longer than the file", "s\xff\xff\xff\xff\x0fz", 7},
        {"a list of more than there is", "a\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01", 11},
        {"a count without an end", "i\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80", 13},
        {"a text that is not UTF-8", "s\x02\xc3\x28", 4},
        {"a key that is not UTF-8", "o\x01\x01\xff\x00n", 6},
        {"a key without its end", "o\x01\x01kn", 5},
        {"a key and no value", "o\x01\x01k\x00", 5},
        {"no finite number", "d\x00\x00\x00\x00\x00\x00\xf0\x7f", 9},
    };
    char deep[400];
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        cr_expect_null(packed_read(rows[k].bytes, rows[k].n), "%s", rows[k].what);
    for (size_t k = 0; k < sizeof deep; k += 2)
        memcpy(deep + k, "a\x01", 2);
    cr_expect_null(packed_read(deep, sizeof deep), "deeper than any value is");
}
