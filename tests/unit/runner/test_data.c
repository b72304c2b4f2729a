/* Element types, seeded inputs, and the random numbers under them. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "runner/exec/data.h"

/* Known answers of Random123's kat_vectors for philox4x32-10. */
Test(philox, known_answers)
{
    static const struct {
        uint32_t ctr[4];
        uint64_t key;
        uint32_t want[4];
    } t[] = {
        { { 0, 0, 0, 0 }, 0, { 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8 } },
        { { 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff }, 0xffffffffffffffffu,
          { 0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd } },
        { { 0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344 }, 0x299f31d0a4093822u,
          { 0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1 } },
    };
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
        uint32_t c[4];
        memcpy(c, t[k].ctr, sizeof c);
        data_philox(c, t[k].key);
        for (int q = 0; q < 4; q++)
            cr_assert_eq(c[q], t[k].want[q], "vector %zu word %d: %08x, not %08x", k, q, c[q], t[k].want[q]);
    }
}

/* Every half is a float, and comes back from it; floats between two halves go to the nearer, ties to even. */
Test(f16, all_codes_round_trip)
{
    for (uint32_t h = 0; h < 65536; h++) {
        float x = data_f16_to_f32((uint16_t)h);
        uint16_t back = data_f32_to_f16(x);
        if (isnan(x))
            cr_assert((back & 0x7fff) > 0x7c00);
        else
            cr_assert_eq(back, h, "code %04x became %a became %04x", h, (double)x, back);
    }
}

Test(f16, midpoints_go_to_even)
{
    for (uint32_t h = 0; h < 0x7bff; h++) {
        float a = data_f16_to_f32((uint16_t)h), b = data_f16_to_f32((uint16_t)(h + 1)), mid = 0.5f * (a + b);
        cr_assert_eq(data_f32_to_f16(mid), h & 1 ? h + 1 : h, "between %04x and its successor", h);
        cr_assert_eq(data_f32_to_f16(nextafterf(mid, INFINITY)), h + 1);
        cr_assert_eq(data_f32_to_f16(nextafterf(mid, -INFINITY)), h);
    }
    cr_assert_eq(data_f32_to_f16(65519.99f), 0x7bff);
    cr_assert_eq(data_f32_to_f16(65520.0f), 0x7c00);
}

/* Of no type is it what memory often holds and answers often are: 0, 1, or ones in all bits. */
Test(poison, is_no_likely_answer)
{
    for (int t = RIDGE_F32; t <= RIDGE_U64; t++) {
        uint64_t room[3] = { 0 }, ones = UINT64_MAX;
        size_t n = sizeof room / data_size((enum ridge_dtype)t);
        cr_assert_not(data_is_poison((enum ridge_dtype)t, room, n - 1));
        data_poison((enum ridge_dtype)t, room, n - 1);
        for (size_t k = 0; k < n - 1; k++) {
            double x = data_get((enum ridge_dtype)t, room, k);
            cr_assert(data_is_poison((enum ridge_dtype)t, room, k), "type %d, element %zu", t, k);
            cr_assert(isnan(x) || fabs(x) > 64, "type %d: %g", t, x);
            cr_assert(isnan(x) || x != data_get((enum ridge_dtype)t, &ones, 0), "type %d: %g", t, x);
        }
        cr_assert_not(data_is_poison((enum ridge_dtype)t, room, n - 1), "type %d is poisoned too far", t);
    }
}

/* Labs keep floats in integers, too: in 16 bits f16 and bf16, in 32 a float or two halves, in 8 E5M2. */
Test(poison, is_a_nan_where_integers_are_floats)
{
    uint32_t word;
    uint16_t half[2];
    uint8_t byte;
    float x;
    data_poison(RIDGE_U32, &word, 1);
    data_poison(RIDGE_U16, half, 1);
    data_poison(RIDGE_U8, &byte, 1);
    memcpy(&x, &word, 4);
    cr_assert(isnan(x));
    memcpy(half + 1, &word, 2);
    for (int k = 0; k < 2; k++)
        cr_assert(isnan(data_get(RIDGE_F16, half, (size_t)k)) && isnan(data_get(RIDGE_BF16, half, (size_t)k)));
    cr_assert((byte & 0x7f) > 0x7c);
}

Test(put, integers_saturate_and_nan_has_a_place)
{
    int8_t a[3];
    uint32_t b[2];
    data_put(RIDGE_I8, a, 0, 1e9);
    data_put(RIDGE_I8, a, 1, -1e9);
    data_put(RIDGE_I8, a, 2, 2.5);
    data_put(RIDGE_U32, b, 0, -1);
    data_put(RIDGE_U32, b, 1, NAN);
    cr_assert_eq(a[1], -128);
    cr_assert_eq(a[2], 2);
    cr_assert_geq(a[0], 126);
    cr_assert_eq(b[0], 0);
    cr_assert_eq(b[1], 0);
}

static json_t *read_dist; /* data_dist() borrows its strings */

static struct data_dist *dist(const char *text)
{
    static struct data_dist d;
    read_dist = json_loads(text, 0, NULL);
    d = data_dist(read_dist);
    return &d;
}

Test(fill, same_seed_same_bytes_other_seed_others)
{
    float a[1001], b[1001], c[1001];
    struct data_dist *d = dist("{\"kind\":\"normal\",\"mean\":0,\"sd\":1}");
    cr_assert_eq(data_fill(d, RIDGE_F32, a, 1001, 7, 0), 0);
    cr_assert_eq(data_fill(d, RIDGE_F32, b, 1001, 7, 0), 0);
    cr_assert_eq(data_fill(d, RIDGE_F32, c, 1001, 8, 0), 0);
    cr_assert_arr_eq(a, b, sizeof a);
    cr_assert_neq(memcmp(a, c, sizeof a), 0);
    cr_assert_eq(data_fill(d, RIDGE_F32, c, 1001, 7, 1), 0);
    cr_assert_neq(memcmp(a, c, sizeof a), 0);
    json_decref(read_dist);
}

/* Of each eight neighbours one is new, so that nothing computed from eight of them stays right; where, the seed says. */
Test(fill, what_is_renewed_lies_all_over)
{
    enum { EACH = 8, GROUPS = 4099, N = EACH * GROUPS };
    static float was[N], now[N];
    struct data_dist *d = dist("{\"kind\":\"uniform\",\"lo\":0,\"hi\":1}");
    int at[EACH] = { 0 };
    cr_assert_eq(data_fill(d, RIDGE_F32, was, N, 1, 0), 0);
    memcpy(now, was, sizeof now);
    cr_assert_eq(data_renew(d, RIDGE_F32, now, N, GROUPS, 2, 0), 0);
    for (int g = 0; g < GROUPS; g++) {
        int changed = 0;
        for (int k = 0; k < EACH; k++) {
            changed += now[g * EACH + k] != was[g * EACH + k];
            at[k] += now[g * EACH + k] != was[g * EACH + k];
        }
        cr_assert_eq(changed, 1, "%d of group %d", changed, g);
    }
    for (int k = 0; k < EACH; k++)
        cr_expect(at[k] > GROUPS / EACH / 2 && at[k] < GROUPS / EACH * 2, "place %d: %d times", k, at[k]);
    memcpy(was, now, sizeof was);
    cr_assert_eq(data_renew(d, RIDGE_F32, now, N, GROUPS, 3, 0), 0);
    cr_expect_neq(memcmp(was, now, sizeof was), 0);
    json_decref(read_dist);
}

/* A last group that is shorter, types of every size, and nothing behind the end. */
Test(fill, what_is_renewed_stays_in_the_buffer)
{
    static const enum ridge_dtype types[] = { RIDGE_F64, RIDGE_U8, RIDGE_F16 };
    struct data_dist *d = dist("{\"kind\":\"int\",\"lo\":1,\"hi\":100}");
    for (size_t k = 0; k < 3; k++) {
        unsigned char room[1003 * 8 + 8] = { 0 };
        size_t size = data_size(types[k]);
        cr_assert_eq(data_renew(d, types[k], room, 1003, 100, 5, 0), 0);
        double new = 0;
        for (size_t i = 0; i < 1003; i++)
            new += data_get(types[k], room, i) > 0;
        cr_expect_eq(new, 101, "%g are new", new);
        for (size_t i = 1003 * size; i < sizeof room; i++)
            cr_assert_eq(room[i], 0);
    }
    json_decref(read_dist);
}

Test(fill, the_normal_is_normal)
{
    enum { N = 1 << 18 };
    static float x[N];
    double m = 0, v = 0, within = 0;
    struct data_dist *d = dist("{\"kind\":\"normal\",\"mean\":3,\"sd\":2}");
    data_fill(d, RIDGE_F32, x, N, 42, 0);
    json_decref(read_dist);
    for (int k = 0; k < N; k++)
        m += (double)x[k] / N;
    for (int k = 0; k < N; k++) {
        v += ((double)x[k] - m) * ((double)x[k] - m) / N;
        within += fabs((double)x[k] - 3) < 2;
    }
    cr_assert_float_eq(m, 3, 0.02);
    cr_assert_float_eq(sqrt(v), 2, 0.02);
    cr_assert_float_eq(within / N, 0.6827, 0.005);
}

Test(fill, integers_stay_inside_and_reach_both_ends)
{
    int32_t x[10000];
    int lo = 0, hi = 0;
    struct data_dist *d = dist("{\"kind\":\"int\",\"lo\":-3,\"hi\":4}");
    data_fill(d, RIDGE_I32, x, 10000, 1, 0);
    json_decref(read_dist);
    for (int k = 0; k < 10000; k++) {
        cr_assert(x[k] >= -3 && x[k] <= 4);
        lo += x[k] == -3;
        hi += x[k] == 4;
    }
    cr_assert_gt(lo, 0);
    cr_assert_gt(hi, 0);
}

Test(fill, unknown_kinds_are_refused)
{
    float x;
    struct data_dist *d = dist("{\"kind\":\"cauchy\"}");
    cr_assert_eq(data_fill(d, RIDGE_F32, &x, 1, 1, 0), -1);
    cr_assert_eq(data_fill(&(struct data_dist){ DATA_NONE }, RIDGE_F32, &x, 1, 1, 0), -1);
    json_decref(read_dist);
}
