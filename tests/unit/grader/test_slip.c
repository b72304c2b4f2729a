/* test_slip.c: an answer opens for the key it is sealed for, says whose word it is, and with any byte changed opens not
 * at all. */
#include <criterion/criterion.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "grader/intake/slip.h"

static struct bundle_key student, other, instructor;

static void make(struct bundle_key *key, unsigned char first, char base[64])
{
    unsigned char seed[crypto_sign_SEEDBYTES] = { first };
    cr_assert_eq(crypto_sign_seed_keypair(key->public, key->secret, seed), 0);
    sodium_bin2base64(base, 64, key->public, sizeof key->public, sodium_base64_VARIANT_ORIGINAL);
}

static char to[64], who[64], nobody[64];

static void set_up(void)
{
    cr_assert_geq(sodium_init(), 0);
    make(&student, 1, to);
    make(&other, 2, nobody);
    make(&instructor, 3, who);
}

TestSuite(slip, .init = set_up);

static struct text sealed(const char *json)
{
    struct text t = { .cap = SLIP_BYTES };
    struct err e = { "" };
    json_t *about = json_loads(json, 0, NULL);
    cr_assert_eq(slip_seal(about, to, &instructor, &t, &e), 0, "%s", e.text);
    json_decref(about);
    return t;
}

Test(slip, opens_for_its_student)
{
    struct err e = { "" };
    struct text t = sealed("{\"status\":\"PASS\",\"bundle\":\"b\"}");
    json_t *about = slip_open(text_str(&t), t.len, &student, &e);
    cr_assert(about, "%s", e.text);
    cr_assert_str_eq(util_str(about, "status", ""), "PASS");
    cr_assert_str_eq(util_str(about, "key", ""), who);
    cr_assert_null(strstr(text_str(&t), "PASS"));
    json_decref(about);
    text_finish(&t);
}

Test(slip, and_for_nobody_else)
{
    struct err e = { "" };
    struct text t = sealed("{}");
    cr_assert_null(slip_open(text_str(&t), t.len, &other, &e));
    cr_assert(strstr(e.text, "another key"), "%s", e.text);
    cr_assert_null(slip_open(text_str(&t), t.len, &instructor, &e));
    text_finish(&t);
}

Test(slip, a_changed_byte_opens_nothing)
{
    struct text t = sealed("{\"status\":\"PASS\"}");
    for (size_t k = 0; k < t.len; k++) {
        struct err e = { "" };
        char was = t.s[k];
        t.s[k] = was == 'A' ? 'B' : 'A';
        json_t *about = t.s[k] == was ? NULL : slip_open(t.s, t.len, &student, &e);
        cr_assert(!about || k == t.len - 1, "byte %zu", k);
        cr_assert(about || *e.text, "byte %zu: no reason", k);
        json_decref(about);
        t.s[k] = was;
    }
    text_finish(&t);
}

/* Who has the student's public key can seal anything for it. */
static json_t *forged(const char *inner, struct err *e)
{
    unsigned char box_key[crypto_box_PUBLICKEYBYTES], box[4096];
    char base[8192];
    struct text t = { .cap = SLIP_BYTES };
    size_t n = strlen(inner);
    cr_assert_eq(crypto_sign_ed25519_pk_to_curve25519(box_key, student.public), 0);
    cr_assert_eq(crypto_box_seal(box, (const unsigned char *)inner, n, box_key), 0);
    sodium_bin2base64(base, sizeof base, box, n + crypto_box_SEALBYTES, sodium_base64_VARIANT_ORIGINAL);
    text_addf(&t, "ridge.slip/1\n%s\n", base);
    json_t *about = slip_open(text_str(&t), t.len, &student, e);
    text_finish(&t);
    return about;
}

Test(slip, what_its_key_did_not_sign_is_refused)
{
    static const char *const inner[] = { "{}", "[]", "{\"text\":\"{}\",\"key\":\"\",\"sig\":\"\"}",
                                         "{\"text\":7}" };
    for (size_t k = 0; k < sizeof inner / sizeof *inner; k++) {
        struct err e = { "" };
        cr_assert_null(forged(inner[k], &e), "%s", inner[k]);
        cr_assert(strstr(e.text, "not what its key signed"), "%s: %s", inner[k], e.text);
    }
}

Test(slip, a_bad_key_is_a_sentence)
{
    struct text t = { .cap = SLIP_BYTES };
    struct err e = { "" };
    json_t *about = json_object();
    cr_assert_eq(slip_seal(about, "no key", &instructor, &t, &e), -1);
    cr_assert(*e.text);
    json_decref(about);
}

Test(slip, its_name_is_the_hand_ins)
{
    char *name = slip_name("w-1-abc.ridge.tar");
    cr_assert_str_eq(name, "w-1-abc.slip");
    free(name);
    cr_assert_null(slip_name("w-1-abc.tar"));
    cr_assert_null(slip_name(".ridge.tar"));
}
