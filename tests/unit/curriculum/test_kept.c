/* test_kept.c: what is kept between two starts saves their evaluation and changes nothing that anybody sees. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "fixture.h"
#include "curriculum/load/files.h"
#include "curriculum/load/snapshot.h"
#include "runner/base/js.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <sys/stat.h>

#define LEN(a) (sizeof(a) / sizeof *(a))

#define LAB "labs/t01-toy/lab.lua"

static char kept[200];

static void make(void)
{
    fixture_make();
    snprintf(kept, sizeof kept, "%s/kept", fixture_root);
}

TestSuite(kept, .init = make, .fini = fixture_drop, .timeout = 300);

static struct curriculum *start(void)
{
    struct curriculum *cur = fixture_open();
    curriculum_keep(cur, kept);
    cr_assert(curriculum_load(cur), "%s", curriculum_error(cur));
    return cur;
}

static const char *title(struct curriculum *cur)
{
    return js_text(curriculum_brief(cur, "t01-toy"), "title");
}

static void expect_all(struct curriculum *cur)
{
    cr_expect_eq(json_array_size(curriculum_labs(cur)), 1);
    cr_expect_eq(json_array_size(curriculum_weeks(cur)), 1);
    cr_expect_eq(json_array_size(curriculum_cards(cur)), 1);
    cr_expect_eq(json_object_size(curriculum_readings(cur)), 2);
    cr_expect(json_object_size(curriculum_hw(cur)) > 0);
    cr_expect_str_eq(title(cur), "Toy lab");
    cr_expect_null(curriculum_brief(cur, "t01"));
}

/* It is used until a file changes, and never hides an error. */
Test(kept, until_a_file_changes)
{
    struct stat st;
    struct curriculum *cur = start();
    cr_expect_eq(stat(kept, &st), 0, "nothing was kept");
    cr_expect_eq(st.st_mode & 0777, 0600);
    json_t *first = json_deep_copy(curriculum_labs(cur));
    curriculum_close(cur);

    cur = start();
    cr_expect(json_equal(first, (json_t *)(size_t)curriculum_labs(cur)));
    expect_all(cur);
    cr_expect(curriculum_boxed(cur), "asking runs the box");

    fixture_edit(LAB, "title = \"Toy lab\"", "title = \"Tox lab\""); /* the same size */
    cr_assert(curriculum_load(cur));
    cr_expect_str_eq(title(cur), "Tox lab");
    fixture_edit(LAB, "rev = 3", "rev = x");
    cr_assert(curriculum_load(cur));
    cr_expect_eq(json_array_size(curriculum_labs(cur)), 0);
    cr_expect(strstr(curriculum_error(cur), "no name 'x'"), "%s", curriculum_error(cur));
    fixture_edit(LAB, "rev = x", "rev = 3");
    FILE *out = fopen(kept, "w");
    fputs("ridgek2", out); /* torn */
    fclose(out);
    cr_assert(curriculum_load(cur));
    cr_expect_eq(json_array_size(curriculum_labs(cur)), 1);
    curriculum_close(cur);
    json_decref(first);
}

/* Changes the byte at `at`, from the end where that is negative; false: there is no such byte. */
static bool spoil(long at)
{
    FILE *f = fopen(kept, "r+");
    bool there = f && fseek(f, at, at < 0 ? SEEK_END : SEEK_SET) == 0;
    int c = there ? fgetc(f) : EOF;
    if (c != EOF) {
        fseek(f, -1, SEEK_CUR);
        fputc(c ^ 1, f);
    }
    if (f)
        fclose(f);
    return c != EOF;
}

/* Whatever byte of the kept file is another, all is there, and the next start keeps anew. */
Test(kept, spoilt)
{
    static const long at[] = {0, 8, 16, 24, 32, 40, 100, 200, 400, -1, -100, -1000, -2000, -3000};
    for (size_t k = 0; k < LEN(at); k++) {
        struct curriculum *cur = start();
        expect_all(cur);
        curriculum_close(cur);
        cr_assert(spoil(at[k]), "%ld", at[k]);
        cur = start();
        expect_all(cur);
        curriculum_close(cur);
    }
}

/* Parts that are asked for late are of the same load as the others, also when another process keeps a newer one. */
Test(kept, parts_of_one_load)
{
    curriculum_close(start());
    struct curriculum *cur = start();
    fixture_edit(LAB, "title = \"Toy lab\"", "title = \"Tox lab\"");
    struct curriculum *other = start();
    cr_expect_str_eq(title(other), "Tox lab");
    cr_expect_str_eq(title(cur), "Toy lab");
    curriculum_reload(cur);
    cr_expect_str_eq(title(cur), "Tox lab");
    curriculum_close(other);
    curriculum_close(cur);
}

/* A file as it comes with data of the present texts, in which the toy lab is called otherwise: so one sees it is read. */
static void write_shipped(const char *file)
{
    const struct files f = {.root = fixture_root};
    struct curriculum *cur = start();
    json_t *labs = json_deep_copy(curriculum_labs(cur)), *values = json_pack(
        "{s:O,s:O,s:O,s:O,s:O}", "labs", labs, "weeks", curriculum_weeks(cur), "cards", curriculum_cards(cur),
        "readings", curriculum_readings(cur), "hw", curriculum_hw(cur));
    json_object_set_new(json_array_get(labs, 0), "title", json_string("Shipped lab"));
    cr_assert(snapshot_write(file, 1, snapshot_texts(&f), values));
    json_decref(values);
    json_decref(labs);
    curriculum_close(cur);
}

static struct curriculum *start_with(const char *shipped, bool keeps)
{
    struct curriculum *cur = fixture_open();
    curriculum_keep(cur, keeps ? kept : NULL);
    curriculum_shipped(cur, shipped);
    cr_assert(curriculum_load(cur), "%s", curriculum_error(cur));
    return cur;
}

/* What came with the data saves the first start its evaluation, and holds for the texts that it was made from alone. */
Test(kept, shipped)
{
    char file[200];
    struct stat st;
    snprintf(file, sizeof file, "%s/shipped", fixture_root);
    write_shipped(file);
    remove(kept);
    struct curriculum *cur = start_with(file, false);
    cr_expect_str_eq(title(cur), "Shipped lab", "without a folder for what is kept");
    curriculum_close(cur);
    cur = fixture_open();
    curriculum_shipped(cur, file);
    cr_expect_str_eq(title(cur), "Shipped lab", "without curriculum_load()");
    curriculum_close(cur);
    cur = start_with(file, true);
    cr_expect_str_eq(title(cur), "Shipped lab");
    cr_expect_eq(stat(kept, &st), 0, "it was not kept");
    curriculum_close(cur);
    cur = start();
    cr_expect_str_eq(title(cur), "Shipped lab", "the next start reads what was kept");
    curriculum_close(cur);
    fixture_edit(LAB, "title = \"Toy lab\"", "title = \"Tox lab\"");
    cur = start_with(file, true);
    cr_expect_str_eq(title(cur), "Tox lab");
    curriculum_close(cur);
}

/* A file that was written again with the same text costs no evaluation: what was made from these texts is kept anew. */
Test(kept, same_text)
{
    write_shipped(kept);
    struct curriculum *cur = start();
    cr_expect_str_eq(title(cur), "Shipped lab");
    curriculum_close(cur);
    fixture_edit(LAB, "title = \"Toy lab\"", "title = \"Tox lab\"");
    fixture_edit(LAB, "title = \"Tox lab\"", "title = \"Toy lab\"");
    cur = start();
    cr_expect_str_eq(title(cur), "Shipped lab");
    curriculum_close(cur);
}
