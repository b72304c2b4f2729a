/* test_intake.c: hostile folders and archives, the layouts of the school's systems, and whose is what. */
#define _GNU_SOURCE
#include <archive.h>
#include <archive_entry.h>
#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/intake/intake.h"

static json_t *edit_one(void)
{
    return json_pack("[s]", "transpose.c");
}

static json_t *roster(void)
{
    return json_pack("[{s:s s:s s:s s:{s:s s:s}} {s:s s:s s:s s:{}} {s:s s:s s:s s:{s:s}} {s:s s:s s:s s:{}}]", "key",
                     "s001", "name", "Ada Doe", "email", "ada@x.edu", "extra", "ID", "1234", "SIS Login ID", "adoe",
                     "key", "s002", "name", "Roe, Bob Lee", "email", "broe@x.edu", "extra", "key", "s003", "name",
                     "Zoë Müller", "email", "", "extra", "Identifier", "Participant 77", "key", "s004", "name",
                     "Bob Roe", "email", "bob.roe@x.edu", "extra");
}

/* ---- entries as the reader tells them --------------------------------------------------------------------- */

static void collect(const struct intake_entry *e, void *data)
{
    json_t *j = json_pack("{s:s s:I s:I}", "path", e->path, "size", (json_int_t)e->size, "mtime", (json_int_t)e->mtime);
    if (e->text)
        json_object_set_new(j, "text", json_string(e->text));
    if (e->refused)
        json_object_set_new(j, "refused", json_string(e->refused));
    if (e->inner)
        json_object_set_new(j, "inner", json_true());
    json_array_append_new(data, j);
}

static const json_t *entry_at(const json_t *list, const char *path)
{
    size_t k;
    const json_t *e;
    json_array_foreach(list, k, e)
        if (!strcmp(util_str(e, "path", ""), path))
            return e;
    return NULL;
}

static const char *refusal(const json_t *list, const char *path)
{
    size_t k;
    const json_t *e;
    json_array_foreach(list, k, e)
        if (!strcmp(util_str(e, "path", ""), path) && json_object_get(e, "refused"))
            return util_str(e, "refused", "");
    return "";
}

/* ---- archives made here ------------------------------------------------------------------------------------ */

struct maker {
    struct archive *a;
    char *bytes;
    size_t used, room;
};

static void begin(struct maker *m, int tar_gz)
{
    *m = (struct maker){archive_write_new(), NULL, 0, 64 << 20};
    m->bytes = malloc(m->room);
    if (tar_gz) {
        archive_write_set_format_pax_restricted(m->a);
        archive_write_add_filter_gzip(m->a);
    } else {
        archive_write_set_format_zip(m->a);
    }
    archive_write_open_memory(m->a, m->bytes, m->room, &m->used);
}

static void add(struct maker *m, const char *path, const char *text, size_t n, int type, const char *link)
{
    struct archive_entry *e = archive_entry_new();
    archive_entry_set_pathname(e, path);
    archive_entry_set_filetype(e, type);
    archive_entry_set_perm(e, 0644);
    archive_entry_set_mtime(e, 1700000000, 0);
    archive_entry_set_size(e, (la_int64_t)n);
    if (link && type == AE_IFLNK)
        archive_entry_set_symlink(e, link);
    else if (link)
        archive_entry_set_hardlink(e, link);
    cr_assert_eq(archive_write_header(m->a, e), ARCHIVE_OK, "%s: %s", path, archive_error_string(m->a));
    if (n)
        archive_write_data(m->a, text, n);
    archive_entry_free(e);
}

static void file(struct maker *m, const char *path, const char *text)
{
    add(m, path, text, strlen(text), AE_IFREG, NULL);
}

static json_t *read_made(struct maker *m, struct err *e)
{
    json_t *list = json_array(), *edit = edit_one();
    struct intake_reader r = {.edit = edit, .entry = collect, .data = list};
    archive_write_close(m->a);
    *e = (struct err){""};
    intake_read_packed(&r, m->bytes, m->used, "ada", 5, e);
    archive_write_free(m->a);
    free(m->bytes);
    json_decref(edit);
    return list;
}

Test(intake, names_that_may_not_be_used)
{
    static const struct {
        const char *path, *why;
    } row[] = {
        {"a/b.c", NULL}, {"Zoë/b.c", NULL}, {"..a/b", NULL}, {"/etc/passwd", "absolute"}, {"../a", "leaves"},
        {"a/../../b", "leaves"}, {"a/..", "leaves"}, {"", "no name"}, {"a\nb", "control"}, {"a\033[2Jb", "control"},
        {"a\xe2\x80\xae" "c.b", "control"}, {"a\xff", "UTF-8"}, {"1/2/3/4/5/6/7/8/9/a/b/c", "deep"},
    };
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        const char *why = intake_path_problem(row[k].path);
        cr_assert(row[k].why ? why && strstr(why, row[k].why) : !why, "row %zu: %s", k, why ? why : "accepted");
    }
    char name[INTAKE_NAME + 8];
    memset(name, 'a', sizeof name);
    name[sizeof name - 1] = 0;
    cr_assert(intake_path_problem(name));
    cr_assert(intake_passed_over("a/.git/config") && intake_passed_over("__MACOSX/._a.c") &&
              intake_passed_over("a/._transpose.c"));
    cr_assert(!intake_passed_over("a/.github/x") && !intake_passed_over("a/git"));
}

Test(intake, an_archive_yields_its_files)
{
    for (int tar = 0; tar < 2; tar++) {
        struct err e;
        struct maker m;
    begin(&m, tar);
        file(&m, "./src/transpose.c", "int x;\n");
        file(&m, "notes.txt", "hello");
        file(&m, "__MACOSX/._transpose.c", "junk");
        json_t *list = read_made(&m, &e);
        cr_assert(!*e.text, "%s", e.text);
        cr_assert_eq(json_array_size(list), 2);
        const json_t *c = entry_at(list, "ada/src/transpose.c");
        cr_assert_str_eq(util_str(c, "text", ""), "int x;\n");
        cr_assert_eq(json_integer_value(json_object_get(c, "mtime")), 5, "a student's own archive has no say in when");
        cr_assert(entry_at(list, "ada/notes.txt") && !json_object_get(entry_at(list, "ada/notes.txt"), "text"));
        json_decref(list);
    }
}

Test(intake, links_devices_and_paths_out_are_refused)
{
    struct err e;
    struct maker m;
    begin(&m, 1);
    add(&m, "link.c", NULL, 0, AE_IFLNK, "/etc/passwd");
    add(&m, "transpose.c", NULL, 0, AE_IFREG, "other.c");
    add(&m, "pipe", NULL, 0, AE_IFIFO, NULL);
    add(&m, "disk", NULL, 0, AE_IFBLK, NULL);
    file(&m, "../../up.c", "x");
    file(&m, "/abs.c", "x");
    file(&m, "a/b/c/d/e/f/g/h/i/j/k/l.c", "x");
    json_t *list = read_made(&m, &e);
    cr_assert(strstr(refusal(list, "ada/link.c"), "link"));
    cr_assert(strstr(refusal(list, "ada/transpose.c"), "link"));
    cr_assert(strstr(refusal(list, "ada/pipe"), "neither"));
    cr_assert(strstr(refusal(list, "ada/disk"), "neither"));
    cr_assert(strstr(refusal(list, "ada/../../up.c"), "leaves"));
    cr_assert(strstr(refusal(list, "ada//abs.c"), "absolute"));
    cr_assert(strstr(refusal(list, "ada/a/b/c/d/e/f/g/h/i/j/k/l.c"), "deep"));
    json_decref(list);
}

Test(intake, bombs_go_off_elsewhere)
{
    struct err e;
    size_t n = 40 << 20;
    char *zeros = calloc(1, n);
    memset(zeros, ' ', n);
    struct maker m;
    begin(&m, 1);
    add(&m, "transpose.c", zeros, 3 << 20, AE_IFREG, NULL); /* 3 MiB out of 3 KiB */
    json_t *list = read_made(&m, &e);
    cr_assert(strstr(e.text, "100 times"), "%s", e.text);
    json_decref(list);
    for (int tar = 0; tar < 2; tar++) {
        begin(&m, tar);
        add(&m, "transpose.c", zeros, n, AE_IFREG, NULL);
        list = read_made(&m, &e);
        cr_assert(strstr(e.text, "16 MiB"), "%s", e.text);
        cr_assert(!entry_at(list, "ada/transpose.c"));
        json_decref(list);
    }
    begin(&m, 0);
    for (int k = 0; k < INTAKE_ENTRIES + 1; k++) {
        char name[32];
        snprintf(name, sizeof name, "f%d", k);
        file(&m, name, "");
    }
    list = read_made(&m, &e);
    cr_assert(strstr(e.text, "1000 entries"), "%s", e.text);
    json_decref(list);
    free(zeros);
}

/* An archive of `n` spaces, or of one member, as bytes to put into another. */
static size_t packed_alone(char **ret, const char *name, const char *text, size_t n)
{
    struct maker m;
    begin(&m, 0);
    add(&m, name, text, n, AE_IFREG, NULL);
    archive_write_close(m.a);
    archive_write_free(m.a);
    *ret = m.bytes;
    return m.used;
}

Test(intake, an_archive_in_an_archive_is_opened_once)
{
    struct err e;
    struct maker m;
    char *one, *two, *three;
    size_t n1 = packed_alone(&one, "transpose.c", "int x;\n", 7), n2 = packed_alone(&two, "one.zip", one, n1);
    size_t n3 = packed_alone(&three, "broken.zip", "PK", 2);
    begin(&m, 0);
    add(&m, "one.zip", one, n1, AE_IFREG, NULL);
    add(&m, "two.zip", two, n2, AE_IFREG, NULL);
    add(&m, "three.zip", three, n3, AE_IFREG, NULL);
    add(&m, "bad.zip", "PK\3\4", 4, AE_IFREG, NULL);
    json_t *list = read_made(&m, &e);
    cr_assert(!*e.text, "%s", e.text);
    const json_t *c = entry_at(list, "ada/one.zip/transpose.c");
    cr_expect_str_eq(util_str(c, "text", ""), "int x;\n");
    cr_expect(json_is_true(json_object_get(c, "inner")));
    cr_expect(!json_object_get(entry_at(list, "ada/one.zip"), "inner"));
    cr_expect(entry_at(list, "ada/two.zip/one.zip") && !entry_at(list, "ada/two.zip/one.zip/transpose.c"));
    cr_expect(strstr(refusal(list, "ada/bad.zip"), "damaged"));
    cr_expect_eq(json_array_size(list), 7);
    json_decref(list);
    free(one);
    free(two);
    free(three);
}

Test(intake, bombs_are_counted_together_with_what_they_are_in)
{
    struct err e;
    struct maker m;
    size_t n = 9 << 20;
    char *noise = malloc(n), *inner;
    uint32_t state = 7;
    for (size_t k = 0; k < n; k++)
        noise[k] = (char)(32 + ((state = state * 1664525 + 1013904223) >> 24) % 90);
    size_t packed = packed_alone(&inner, "transpose.c", noise, 3 << 20);
    begin(&m, 0);
    add(&m, "a.zip", inner, packed, AE_IFREG, NULL);
    add(&m, "noise", noise, n, AE_IFREG, NULL);
    json_t *list = read_made(&m, &e);
    cr_expect(!*e.text, "each alone, and both, are less than 16 MiB: %s", e.text);
    json_decref(list);
    begin(&m, 0);
    add(&m, "noise", noise, n, AE_IFREG, NULL);
    add(&m, "a.zip", inner, packed, AE_IFREG, NULL);
    add(&m, "b.zip", inner, packed, AE_IFREG, NULL);
    list = read_made(&m, &e);
    cr_expect_str_eq(e.text, "There are more than 16 MiB unpacked.");
    json_decref(list);
    free(inner);
    begin(&m, 0);
    packed = packed_alone(&inner, "transpose.c", memset(noise, ' ', n), n);
    add(&m, "a.zip", inner, packed, AE_IFREG, NULL);
    list = read_made(&m, &e);
    cr_expect(strstr(e.text, "100 times"), "%s", e.text);
    json_decref(list);
    free(inner);
    free(noise);
}

Test(intake, what_is_no_source_text_is_refused)
{
    struct err e;
    struct maker m;
    begin(&m, 0);
    add(&m, "a/transpose.c", "a\0b", 3, AE_IFREG, NULL);
    add(&m, "b/transpose.c", "caf\xe9", 4, AE_IFREG, NULL);
    json_t *list = read_made(&m, &e);
    cr_assert(strstr(refusal(list, "ada/a/transpose.c"), "NUL"));
    cr_assert(strstr(refusal(list, "ada/b/transpose.c"), "UTF-8"));
    json_decref(list);
    struct intake_reader r = {.entry = collect};
    cr_assert(intake_read_packed(&r, "PK\3\4 not really", 15, "x", 0, &e));
    cr_assert(strstr(e.text, "damaged"), "%s", e.text);
}

/* ---- folders ------------------------------------------------------------------------------------------------ */

static char *tree(void)
{
    char *dir = util_path("%s/ridge-test-intake.XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
    cr_assert(mkdtemp(dir));
    return dir;
}

static void put(const char *dir, const char *name, const char *text)
{
    struct err e;
    char *path = util_path("%s/%s", dir, name), *slash = strrchr(path, '/');
    *slash = 0;
    util_mkdirs(path, &e);
    *slash = '/';
    cr_assert(!util_write_file(path, text, strlen(text), &e), "%s", e.text);
    free(path);
}

static json_t *read_tree(const char *dir)
{
    json_t *list = json_array(), *edit = edit_one();
    struct intake_reader r = {.edit = edit, .entry = collect, .data = list};
    struct err e = {""};
    cr_assert(!intake_read_folder(&r, dir, &e), "%s", e.text);
    json_decref(edit);
    return list;
}

static char *in(const char *dir, const char *name)
{
    static char path[4096];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    return path;
}

Test(intake, folders_are_read_without_following_anything)
{
    char *dir = tree(), *other;
    put(dir, "s001/transpose.c", "int ada;\n");
    put(dir, "s002/.git/objects/x", "passed over");
    put(dir, "Thumbs.db", "passed over");
    put(dir, "s002/desktop.ini", "passed over");
    put(dir, "s002/a.txt", "x");
    cr_assert(!symlink("/etc", in(dir, "s002/etc")));
    cr_assert(!symlink("../s001/transpose.c", in(dir, "s002/transpose.c")));
    cr_assert(!mkfifo(in(dir, "s003"), 0600));
    put(dir, "s004/transpose.c", "int bob;\n");
    other = strdup(in(dir, "s004/again.c"));
    cr_assert(!link(in(dir, "s004/transpose.c"), other));
    cr_assert(!mkdir(in(dir, "s005"), 0700) && !mkdir(in(dir, "s005/transpose.c"), 0700));
    put(dir, "s006/transpose.c", "");
    cr_assert(!truncate(in(dir, "s006/transpose.c"), (off_t)1 << 40));
    json_t *list = read_tree(dir);
    cr_assert_str_eq(util_str(entry_at(list, "s001/transpose.c"), "text", ""), "int ada;\n");
    cr_assert(json_integer_value(json_object_get(entry_at(list, "s001/transpose.c"), "mtime")) > 1600000000000);
    cr_assert(!strcmp(refusal(list, "s002/etc"), "a link") && !strcmp(refusal(list, "s002/transpose.c"), "a link"));
    cr_assert(!entry_at(list, "s002/.git/objects/x"));
    cr_assert(strstr(refusal(list, "s003"), "neither"));
    cr_assert(strstr(refusal(list, "s004/transpose.c"), "hard link"));
    cr_assert(!entry_at(list, "s005/transpose.c"), "a folder of that name is no file");
    cr_assert(strstr(refusal(list, "s006/transpose.c"), "larger"), "a sparse terabyte is not read");
    json_decref(list);
    util_remove_tree(dir);
    free(other);
    free(dir);
}

/* ---- whose --------------------------------------------------------------------------------------------------- */

static json_t *group(const char *const *paths, long only)
{
    json_t *students = roster(), *edit = edit_one(), *entries = json_array();
    for (; *paths; paths++)
        json_array_append_new(
            entries, json_pack("{s:s s:i s:i s:s}", "path", *paths, "size", 10, "mtime", 7000, "text", *paths));
    json_t *g = intake_group(students, edit, entries, "up.zip", only);
    json_decref(students);
    json_decref(edit);
    json_decref(entries);
    return g;
}

/* Whose a single file at that path is: the index, -1 unknown, -2 refused. */
static long whose(const char *path)
{
    /* a second, strange top-level name: nothing stands around all of them */
    json_t *g = group((const char *const[]){path, "~/x", NULL}, -1),
           *s = json_array_get(json_object_get(g, "submissions"), 0);
    long n = s ? (long)json_integer_value(json_object_get(s, "student")) : -1;
    if (s && !json_is_null(json_object_get(s, "refused")))
        n = -2;
    cr_assert(!s || n == -2 || !strcmp(util_str(json_object_get(s, "files"), "transpose.c", ""), path), "%s", path);
    json_decref(g);
    return n;
}

Test(intake, layouts_of_the_schools_systems)
{
    static const struct {
        const char *path;
        long student;
    } row[] = {
        {"s001/transpose.c", 0},
        {"s001/lab/src/transpose.c", 0},
        {"adoe/transpose.c", 0},
        {"ada@x.edu/transpose.c", 0},
        {"Ada Doe/transpose.c", 0},
        {"Doe, Ada/transpose.c", 0},
        {"s001.zip/transpose.c", 0},
        {"adoe.c", 0},
        {"ada doe.tar.gz/x/transpose.c", 0},
        {"doeada_1234_56789_transpose.c", 0},
        {"doeada_LATE_1234_56789_transpose.c", 0},
        {"doe_ada_1234_transpose.c", 0},
        {"doeada_1234_56789_transpose-3.c", 0},
        {"doeada_1234_56789_lab.zip/transpose.c", 0},
        {"Ada Doe_1234_assignsubmission_file_/transpose.c", 0},
        {"Zoë Müller_77_assignsubmission_file_/transpose.c", 2},
        {"Zoë Müller_77_assignsubmission_file_transpose.c", 2},
        {"Ada_Doe_999_assignsubmission_file_/transpose.c", 0},
        {"Zoe\xCC\x88 Mu\xCC\x88ller/transpose.c", 2}, /* as macOS writes the umlauts */
        {"mullerzoe_9999_5_transpose.c", 2},
        {"bob.roe/transpose.c", 3},
        {"Bob Lee Roe/transpose.c", 1},
        {"broe/transpose.c", 1},
        {"stranger/transpose.c", -1},
        {"s00/transpose.c", -1},
        {"s0011/transpose.c", -1},
        {"roebob_1234_5_transpose.c", -1}, /* Ada's number, Bob's name */
        {"s001/other.c", 0}, /* the only one it can be */
        {"s001/Transpose.C", 0},
        {"doeada_1234_56789_lab1 final.c", 0},
        {"doeada_1234_56789_transpose (1).c", 0},
        {"s001/transpose.c.txt", -2},
        {"doeada_1234_56789_naive.h", -2},
    };
    for (size_t k = 0; k < sizeof row / sizeof *row; k++)
        cr_assert_eq(whose(row[k].path), row[k].student, "%s: %ld", row[k].path, whose(row[k].path));
}

Test(intake, accents_decide_between_two_and_nobody_guesses)
{
    json_t *s = json_pack("[{s:s s:s} {s:s s:s}]", "key", "a", "name", "Zoë Müller", "key", "b", "name", "Zoé Muller");
    size_t at = 9;
    cr_assert_eq(intake_student(s, "Muller, Zoé", &at), 0);
    cr_assert_eq(at, 1);
    cr_assert_eq(intake_student(s, "Zoe Muller", &at), -2);
    cr_assert_eq(intake_student(s, "Zoe Miller", &at), -1);
    json_decref(s);
}

Test(intake, another_name_is_taken_where_only_one_file_can_be_meant)
{
    json_t *g = group((const char *const[]){"s001/helper.c", "s001/transpose.c", "x/y", NULL}, -1);
    const json_t *s = json_array_get(json_object_get(g, "submissions"), 0);
    cr_assert(json_is_null(json_object_get(s, "refused")));
    cr_assert_str_eq(util_str(json_object_get(s, "files"), "transpose.c", ""), "s001/transpose.c");
    json_decref(g);
    g = group((const char *const[]){"s001/one.c", "s001/two.c", "x/y", NULL}, -1);
    s = json_array_get(json_object_get(g, "submissions"), 0);
    cr_assert_str_eq(util_str(s, "refused", ""), "Two files could be transpose.c: s001/one.c and s001/two.c.");
    json_decref(g);
}

/* One student's, as "file|refused|note". */
static char *taken(const char *const *paths)
{
    json_t *g = group(paths, -1);
    const json_t *s = json_array_get(json_object_get(g, "submissions"), 0);
    char *ret = util_path("%s|%s|%s", util_str(json_object_get(s, "files"), "transpose.c", ""),
                          util_str(s, "refused", ""), util_str(s, "note", ""));
    cr_assert_eq(json_array_size(json_object_get(g, "submissions")), 1);
    json_decref(g);
    return ret;
}

#define CANVAS(rest) "doeada_" rest

Test(intake, what_was_handed_in_again_is_the_newest_when_the_names_say_so)
{
    static const struct {
        const char *path[5], *says;
    } row[] = {
        { { CANVAS("1234_50_transpose.c"), CANVAS("1234_70_transpose-2.c"), CANVAS("1234_60_transpose-1.c"), "~/x" },
          CANVAS("1234_70_transpose-2.c") "||The newest of 3 by their names was taken. Left out: " CANVAS("1234_50_transpose.c, ")
              CANVAS("1234_60_transpose-1.c") },
        { { CANVAS("1234_50_transpose.c"), CANVAS("late_1234_60_transpose.c"), "~/x" },
          CANVAS("late_1234_60_transpose.c") "||The newest of 2 by their names was taken. Left out: " CANVAS("1234_50_transpose.c") },
        { { CANVAS("1234_50_lab.tar.gz/a/transpose.c"), CANVAS("1234_51_lab-1.tar.gz/transpose.c"), "~/x" },
          CANVAS("1234_51_lab-1.tar.gz/transpose.c") "||The newest of 2 by their names was taken. Left out: " CANVAS(
              "1234_50_lab.tar.gz") },
        { { CANVAS("1234_transpose-10.c"), CANVAS("1234_transpose-9.c"), "~/x" },
          CANVAS("1234_transpose-10.c") "||The newest of 2 by their names was taken. Left out: " CANVAS("1234_transpose-9.c") },
        { { CANVAS("1234_50_mine.c"), CANVAS("1234_51_mine-1.c"), "~/x" },
          CANVAS("1234_51_mine-1.c") "||The newest of 2 by their names was taken. Left out: " CANVAS("1234_50_mine.c") },
        { { CANVAS("late_1234_50_transpose.c"), CANVAS("1234_60_transpose-1.c"), "~/x" },
          CANVAS("late_1234_50_transpose.c") "|Two files could be transpose.c: " CANVAS("late_1234_50_transpose.c and ")
              CANVAS("1234_60_transpose-1.c") ".|" },
        { { CANVAS("1234_60_transpose.c"), CANVAS("1234_50_transpose-1.c"), "~/x" },
          CANVAS("1234_60_transpose.c") "|Two files could be transpose.c: " CANVAS("1234_60_transpose.c and ")
              CANVAS("1234_50_transpose-1.c") ".|" },
        { { CANVAS("1234_50_one.c"), CANVAS("1234_60_two.c"), "~/x" },
          CANVAS("1234_50_one.c") "|Two files could be transpose.c: " CANVAS("1234_50_one.c and ")
              CANVAS("1234_60_two.c.|") },
        { { "s001/transpose.c", "s001/transpose-1.c", "~/x" }, "s001/transpose.c||" },
    };
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        char *says = taken(row[k].path);
        cr_expect_str_eq(says, row[k].says, "row %zu: %s", k, says);
        free(says);
    }
}

/* Canvas's times are the download's; what says anything is the mark in the name, of which the later one holds. */
Test(intake, canvas_says_late_or_in_time)
{
    static const struct {
        const char *path[4], *mark;
    } row[] = {
        { { CANVAS("1234_50_transpose.c"), "~/x" }, "in time" },
        { { CANVAS("LATE_1234_50_transpose.c"), "~/x" }, "late" },
        { { CANVAS("1234_50_notes.txt"), CANVAS("LATE_1234_51_transpose.c"), "~/x" }, "late" },
        { { CANVAS("LATE_1234_51_notes.txt"), CANVAS("1234_50_transpose.c"), "~/x" }, "late" },
        { { CANVAS("1234_transpose.c"), "~/x" }, NULL },
        { { "Ada Doe_1234_assignsubmission_file_/transpose.c", "~/x" }, NULL },
        { { "s001/transpose.c", "~/x" }, NULL },
    };
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        json_t *g = group(row[k].path, -1), *u = json_array_get(json_object_get(g, "submissions"), 0);
        const char *mark = json_string_value(json_object_get(u, "mark"));
        cr_expect(u && (row[k].mark ? mark && !strcmp(mark, row[k].mark) : !mark), "row %zu: %s", k, mark);
        json_decref(g);
    }
}

static json_t *entry_of(const char *path, const char *text, bool inner)
{
    json_t *e = json_pack("{s:s s:i s:i s:s*}", "path", path, "size", 1, "mtime", 9, "text", text);
    if (inner)
        json_object_set_new(e, "inner", json_true());
    return e;
}

Test(intake, an_archive_in_the_archive_serves_where_nothing_else_does)
{
    json_t *students = roster(), *edit = edit_one();
    json_t *e = json_pack("[o o]", entry_of("s001.zip/lab.zip", NULL, false),
                          entry_of("s001.zip/lab.zip/transpose.c", "inner", true)), *g;
    const json_t *s;
    g = intake_group(students, edit, e, "up", 0);
    s = json_array_get(json_object_get(g, "submissions"), 0);
    cr_expect_str_eq(util_str(json_object_get(s, "files"), "transpose.c", ""), "inner");
    cr_expect_str_eq(util_str(s, "note", ""), "The files come out of an archive in the archive: s001.zip/lab.zip/transpose.c");
    cr_expect(json_is_null(json_object_get(s, "refused")));
    json_decref(g);
    json_array_append_new(e, entry_of("s001.zip/transpose.c", "outer", false));
    g = intake_group(students, edit, e, "up", 0);
    s = json_array_get(json_object_get(g, "submissions"), 0);
    cr_expect_str_eq(util_str(json_object_get(s, "files"), "transpose.c", ""), "outer", "what lies openly goes first");
    cr_expect(json_is_null(json_object_get(s, "note")) && json_is_null(json_object_get(s, "refused")));
    json_decref(g);
    json_decref(e);
    e = json_pack("[o o]", entry_of("s001.zip/a.zip", NULL, false), entry_of("s001.zip/a.zip/b.zip", NULL, true));
    g = intake_group(students, edit, e, "up", 0);
    s = json_array_get(json_object_get(g, "submissions"), 0);
    cr_expect(strstr(util_str(s, "refused", ""), "three deep is not opened: unpack the archive"), "%s",
              util_str(s, "refused", ""));
    json_decref(g);
    json_decref(e);
    json_decref(students);
    json_decref(edit);
}

Test(intake, an_empty_folder_is_nothing_handed_in)
{
    json_t *students = roster(), *edit = edit_one();
    json_t *e = json_pack("[o o o]", entry_of("w02/", NULL, false), entry_of("w02/s001/", NULL, false),
                          entry_of("w02/s001/src/", NULL, false)), *g;
    g = intake_group(students, edit, e, "up", -1);
    cr_expect_str_eq(util_str(json_array_get(json_object_get(g, "submissions"), 0), "refused", ""), INTAKE_EMPTY);
    cr_expect_eq(json_array_size(json_object_get(g, "unknown")), 0);
    json_decref(g);
    json_array_append_new(e, entry_of("w02/s001/src/transpose.c", "x", false));
    g = intake_group(students, edit, e, "up", -1);
    cr_expect(json_is_null(json_object_get(json_array_get(json_object_get(g, "submissions"), 0), "refused")));
    json_decref(g);
    json_array_clear(e);
    g = intake_group(students, edit, e, "up", 2);
    cr_expect_str_eq(util_str(json_array_get(json_object_get(g, "submissions"), 0), "refused", ""), INTAKE_EMPTY);
    json_decref(g);
    json_array_append_new(e, entry_of("w02/", NULL, false));
    g = intake_group(students, edit, e, "up", -1);
    cr_expect_eq(json_array_size(json_object_get(g, "unknown")), 1, "nobody's folder is listed");
    json_decref(g);
    json_array_clear(e);
    /* found by the fuzzer: a name that begins with nothing */
    json_array_append_new(e, entry_of("/doea_", NULL, false));
    g = intake_group(students, edit, e, "up", -1);
    cr_expect_eq(json_array_size(json_object_get(g, "unknown")), 1, "nor is such a name lost");
    json_decref(g);
    json_decref(e);
    json_decref(students);
    json_decref(edit);
}

Test(intake, nobody_hands_in_for_somebody_else)
{
    json_t *g = group((const char *const[]){"stranger/s001/transpose.c", "s002/transpose.c", NULL}, -1);
    cr_assert_eq(json_array_size(json_object_get(g, "submissions")), 1);
    const json_t *u = json_array_get(json_object_get(g, "unknown"), 0);
    cr_assert_str_eq(util_str(u, "path", ""), "up.zip/stranger");
    cr_assert(strstr(util_str(u, "why", ""), "No student"));
    json_decref(g);
    g = group((const char *const[]){"stranger/transpose.c", NULL}, 1);
    cr_assert_eq(json_integer_value(json_object_get(json_array_get(json_object_get(g, "submissions"), 0), "student")),
                 1);
    json_decref(g);
}

Test(intake, one_folder_around_all_of_them)
{
    json_t *g = group((const char *const[]){"w02/s001/transpose.c", "w02/who/transpose.c", "w02/adoe.txt", NULL}, -1);
    const json_t *s = json_array_get(json_object_get(g, "submissions"), 0);
    cr_assert_str_eq(util_str(s, "origin", ""), "up.zip/s001");
    cr_assert_eq(json_integer_value(json_object_get(s, "received")), 7000);
    cr_assert_str_eq(util_str(json_array_get(json_object_get(g, "unknown"), 0), "path", ""), "up.zip/who");
    json_decref(g);
}

static const char *why(const json_t *g)
{
    return util_str(json_array_get(json_object_get(g, "submissions"), 0), "refused", "");
}

Test(intake, a_refusal_names_the_paths)
{
    json_t *g = group((const char *const[]){"s001/a/transpose.c", "s001/b/transpose.c", "x/y", NULL}, -1);
    cr_assert_str_eq(why(g), "Two files could be transpose.c: s001/a/transpose.c and s001/b/transpose.c.");
    json_decref(g);
    g = group((const char *const[]){"s001/a.txt", "s001/b.txt", "s001/c.txt", "s001/d", "s001/e", "x/y", NULL}, -1);
    cr_assert_str_eq(why(g), "transpose.c: The file is not in the hand-in, which has s001/a.txt, s001/b.txt, s001/c.txt and 2 more");
    json_decref(g);
    json_t *students = roster(), *edit = edit_one(), *e = json_array();
    json_array_append_new(
        e, json_pack("{s:s s:i s:i s:s}", "path", "s001/transpose.c", "size", 1, "mtime", 1, "text", "x"));
    json_array_append_new(
        e, json_pack("{s:s s:i s:i s:s}", "path", "s001/etc", "size", 0, "mtime", 1, "refused", "a link"));
    g = intake_group(students, edit, e, "d", -1);
    cr_assert_str_eq(why(g), "s001/etc: a link");
    json_decref(g);
    json_array_clear(e);
    json_array_append_new(
        e, json_pack("{s:s s:i s:i s:s}", "path", "s001/transpose.c", "size", 1, "mtime", 1, "text", "x"));
    json_array_append_new(e, json_pack("{s:s s:i s:i}", "path", "s001/data", "size", 17 << 20, "mtime", 1));
    g = intake_group(students, edit, e, "d", -1);
    cr_assert(strstr(why(g), "16 MiB"), "%s", why(g));
    json_decref(g);
    json_array_clear(e);
    for (int k = 0; k < 1001; k++)
        json_array_append_new(
            e, json_pack("{s:s++ s:i s:i}", "path", "s001/", k % 2 ? "a" : "b", "", "size", 0, "mtime", 1));
    g = intake_group(students, edit, e, "d", -1);
    cr_assert(strstr(why(g), "1000 files"), "%s", why(g));
    json_decref(g);
    json_decref(e);
    json_decref(students);
    json_decref(edit);
}

Test(intake, two_students_of_one_name_are_nobody)
{
    json_t *students =
        json_pack("[{s:s s:s} {s:s s:s}]", "key", "1", "name", "Ann Lee", "key", "2", "name", "Lee, Ann");
    size_t at;
    cr_assert_eq(intake_student(students, "Ann Lee", &at), -2);
    cr_assert_eq(intake_student(students, "2", &at), 0);
    cr_assert_eq(at, 1);
    cr_assert_eq(intake_student(students, "", &at), -1);
    cr_assert_eq(intake_student(students, "Lee", &at), -1);
    json_decref(students);
}

/* ---- through the box ------------------------------------------------------------------------------------------- */

Test(intake, the_boxed_reader_sees_the_same)
{
    const char *program = getenv("RIDGE_TEST_INTAKE");
    if (!program)
        cr_skip("RIDGE_TEST_INTAKE names no ridge-intake");
    char *dir = tree();
    struct err e = {""};
    json_t *edit = edit_one();
    put(dir, "s001/transpose.c", "int ada;\n");
    put(dir, "s002/x.zip", "no archive");
    json_t *list = intake_fetch(program, dir, false, INTAKE_ZONE_OF_MACHINE, edit, NULL, &e);
    cr_assert(list, "%s", e.text);
    cr_assert_str_eq(util_str(entry_at(list, "s001/transpose.c"), "text", ""), "int ada;\n");
    cr_assert(strstr(refusal(list, "s002/x.zip"), "damaged"));
    json_decref(list);
    bool ours = true;
    cr_assert(!intake_fetch(program, in(dir, "s002/x.zip"), true, INTAKE_ZONE_OF_MACHINE, edit, &ours, &e) && !ours);
    cr_assert(strstr(e.text, "damaged"), "%s", e.text);
    cr_assert(!intake_fetch(program, in(dir, "nowhere"), true, INTAKE_ZONE_OF_MACHINE, edit, &ours, &e) && !ours);
    cr_assert(!intake_fetch("/nowhere/ridge-intake", in(dir, "s002/x.zip"), true, INTAKE_ZONE_OF_MACHINE, edit, &ours, &e) && ours);
    cr_assert(strstr(e.text, "did not start"), "%s", e.text);
    json_decref(edit);
    util_remove_tree(dir);
    free(dir);
}
