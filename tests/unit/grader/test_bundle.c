/* test_bundle.c: a hand-in comes back as it went in, and with any byte changed not at all. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/intake/bundle.h"

#define LEN(a) (sizeof(a) / sizeof *(a))

static char dir[] = "/tmp/test-bundle-XXXXXX", key_path[64];
static struct bundle_key key;

static void set_up(void)
{
    bool made = false;
    struct err e = { "" };
    cr_assert(mkdtemp(dir));
    snprintf(key_path, sizeof key_path, "%s/student.key", dir);
    cr_assert_eq(bundle_key(key_path, &key, &made, &e), 0, "%s", e.text);
    cr_assert(made);
}

static void tear_down(void)
{
    util_remove_tree(dir);
}

TestSuite(bundle, .init = set_up, .fini = tear_down);

/* Two attempts, newest first, as db_attempts() has them. */
static json_t *attempts(void)
{
    return json_loads(
        "[{\"id\":2,\"lab\":\"w\",\"rev\":1,\"started\":20,\"status\":\"PASS\",\"points\":10.5,"
        "\"max\":20.0,\"stage\":null,\"source\":\"bb\"},{\"id\":1,\"lab\":\"w\",\"rev\":1,\"started\":10,\"status\":"
        "\"FAIL\",\"points\":0.0,\"max\":20.0,\"stage\":null,\"source\":\"aa\"}]",
        0, NULL);
}

static char *pack(struct text *tar)
{
    json_t *list = attempts(), *chain = bundle_chain(list);
    json_t *files = json_pack("{s:s s:s}", "a.c", "int a;\n", "b.c", "");
    struct bundle_claim claim = { .lab = "w", .student = "Ada/1", .rev = 1, .made = 1700000000123, .files = files,
                                  .chain = chain, .host = "h", .cpu = "c" };
    struct err e = { "" };
    char *name = NULL;
    tar->cap = 1 << 20;
    cr_assert_eq(bundle_pack(&claim, &key, tar, &name, &e), 0, "%s", e.text);
    json_decref(files);
    json_decref(chain);
    json_decref(list);
    return name;
}

/* What intake_fetch() would say of the tar. */
static json_t *entries_of(const struct text *tar)
{
    json_t *list = json_array();
    const char *s = text_str(tar);
    for (size_t at = 0; at + 512 <= tar->len && s[at];) {
        size_t n = strtoul(s + at + 124, NULL, 8);
        json_array_append_new(list, json_pack("{s:s s:I s:I s:s%}", "path", s + at, "size", (json_int_t)n, "mtime",
                                              (json_int_t)0, "text", s + at + 512, n));
        at += 512 + (n + 511) / 512 * 512;
    }
    return list;
}

static json_t *edit(void)
{
    return json_pack("[s s]", "a.c", "b.c");
}

static json_t *read_back(const json_t *entries, struct err *e)
{
    json_t *names = edit(), *b = bundle_read(entries, names, e);
    json_decref(names);
    return b;
}

Test(bundle, comes_back_as_it_went_in)
{
    struct text tar = { 0 };
    struct err e = { "" };
    char *name = pack(&tar);
    cr_expect_eq(tar.len % 512, 0);
    cr_expect(!strncmp(name, "w-Ada_1-", 8) && strstr(name, BUNDLE_END), "%s", name);
    json_t *entries = entries_of(&tar), *b = read_back(entries, &e);
    cr_assert(b, "%s", e.text);
    cr_expect_str_eq(util_str(b, "student", ""), "Ada/1");
    cr_expect_str_eq(util_str(json_object_get(b, "files"), "a.c", ""), "int a;\n");
    cr_expect_str_eq(util_str(json_object_get(b, "files"), "b.c", "x"), "");
    const json_t *list = json_object_get(b, "attempts");
    cr_expect_eq(json_array_size(list), 2);
    cr_expect_eq(json_integer_value(json_object_get(json_array_get(list, 0), "id")), 1, "oldest first");
    json_decref(b);
    json_decref(entries);
    free(name);
    text_finish(&tar);
}

Test(bundle, the_same_work_makes_the_same_bytes)
{
    struct text a = { 0 }, b = { 0 };
    char *one = pack(&a), *two = pack(&b);
    cr_expect_str_eq(one, two);
    cr_expect(a.len == b.len && !memcmp(a.s, b.s, a.len));
    free(one);
    free(two);
    text_finish(&a);
    text_finish(&b);
}

/* Every byte of every member, one at a time: the signature or a hash notices each. */
Test(bundle, no_byte_can_be_changed)
{
    struct text tar = { 0 };
    struct err e = { "" };
    size_t k;
    json_t *x;
    char *name = pack(&tar);
    json_t *entries = entries_of(&tar);
    json_array_foreach(entries, k, x) {
        char *s = strdup(util_str(x, "text", ""));
        size_t n = strlen(s);
        for (size_t i = 0; i < n; i++) {
            char was = s[i];
            s[i] = was == 'x' ? 'y' : 'x';
            json_object_set_new(x, "text", json_string(s));
            json_t *b = read_back(entries, &e);
            cr_expect_null(b, "byte %zu of %s", i, util_str(x, "path", ""));
            json_decref(b);
            s[i] = was;
        }
        json_object_set_new(x, "text", json_string(s));
        free(s);
    }
    json_t *whole = read_back(entries, &e);
    cr_expect(whole, "%s", e.text);
    json_decref(whole);
    json_decref(entries);
    free(name);
    text_finish(&tar);
}

Test(bundle, a_chain_holds_its_order_and_every_field)
{
    json_t *list = attempts(), *chain = bundle_chain(list);
    json_t *other = json_deep_copy(list);
    json_object_set_new(json_array_get(other, 1), "points", json_real(1));
    json_t *changed = bundle_chain(other);
    const char *a = util_str(json_array_get(chain, 1), "hash", "");
    const char *b = util_str(json_array_get(changed, 1), "hash", "");
    cr_expect_eq(strlen(a), 64);
    cr_expect_str_neq(a, b, "an earlier attempt is in the hash of a later one");
    cr_expect_str_neq(util_str(json_array_get(chain, 0), "hash", ""), a);
    json_decref(changed);
    json_decref(other);
    json_decref(chain);
    json_decref(list);
}

Test(bundle, what_is_no_bundle_is_refused_with_a_sentence)
{
    static const char *const bad[] = {
        "[]",
        "[{\"path\":\"manifest.json\",\"text\":\"{}\"}]",
        "[{\"path\":\"manifest.json\",\"text\":\"\"},{\"path\":\"manifest.sig\",\"text\":\"\"}]",
        "[{\"path\":\"manifest.json\",\"text\":\"[1]\"},{\"path\":\"manifest.sig\",\"text\":\"x\"}]",
        ("[{\"path\":\"manifest.json\",\"text\":\"{\\\"schema\\\":\\\"ridge.bundle/1\\\"}\"},{\"path\":\"manifest.sig\","
         "\"text\":\"x\"}]"),
        "[{\"path\":\"a.c\",\"refused\":\"a link\"}]",
        "[{\"path\":\"big.bin\",\"size\":7}]",
    };
    for (size_t k = 0; k < LEN(bad); k++) {
        struct err e = { "" };
        json_t *entries = json_loads(bad[k], 0, NULL), *b = read_back(entries, &e);
        cr_assert(entries);
        cr_expect_null(b, "%s", bad[k]);
        cr_expect(*e.text, "%s", bad[k]);
        json_decref(entries);
    }
}

Test(bundle, the_key_stays_and_is_for_its_owner_alone)
{
    struct bundle_key again;
    struct err e = { "" };
    struct stat st;
    bool made = true;
    cr_assert_eq(stat(key_path, &st), 0);
    cr_expect_eq(st.st_mode & 0777, 0600);
    cr_expect_eq(bundle_key(key_path, &again, &made, &e), 0);
    cr_expect(!made && !memcmp(&key, &again, sizeof key));
    chmod(key_path, 0640);
    cr_expect_eq(bundle_key(key_path, &again, &made, &e), -1);
    cr_expect(strstr(e.text, "chmod 600"), "%s", e.text);
    chmod(key_path, 0600);
    cr_assert_eq(truncate(key_path, 30), 0);
    cr_expect_eq(bundle_key(key_path, &again, &made, &e), -1);
    unlink(key_path);
    cr_assert_eq(symlink("/etc/passwd", key_path), 0);
    cr_expect_eq(bundle_key(key_path, &again, &made, &e), -1, "a link is not followed");
}

Test(bundle, a_fingerprint_is_eight_words)
{
    char print[BUNDLE_FINGERPRINT], none[BUNDLE_FINGERPRINT] = "x";
    bundle_key_print(&key, print);
    cr_expect_eq(strlen(print), 39);
    for (int k = 4; k < 39; k += 5)
        cr_expect_eq(print[k], ' ');
    bundle_fingerprint("AAAA", none);
    cr_expect_str_eq(none, "");
}
