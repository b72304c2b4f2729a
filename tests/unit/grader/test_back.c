/* test_back.c: what goes back into the school's system: by which names Moodle and Canvas know whose a file is, and the
 * bytes of a zip. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <criterion/criterion.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "grader/export/export.h"

#define LEN(a) (sizeof(a) / sizeof *(a))

static json_t *parsed(const char *text)
{
    json_error_t e;
    json_t *j = json_loads(text, 0, &e);
    cr_assert(j, "%s: %s", e.text, text);
    return j;
}

/* Moodle's import cuts a folder's name at four underlines and takes the number behind the first. */
Test(back, folders_as_moodle_reads_them)
{
    static const struct {
        const char *row, *origin, *folder;
    } rows[] = {
        { "{\"name\":\"Ada Doe\"}", "m.zip/Ada Doe_4711_assignsubmission_file_",
          "Ada Doe_4711_assignsubmission_file_" },
        { "{\"name\":\"Ada Doe\"}", "m.zip/Ada Doe_4711_assignsubmission_file", "Ada Doe_4711_assignsubmission_file_" },
        { "{\"name\":\"Ada Doe\"}", "m.zip/Ada Doe_4711_assignsubmission_file_txmath.c",
          "Ada Doe_4711_assignsubmission_file_" },
        { "{\"name\":\"Ada Doe\"}",
          "d/Ada Doe_4711_assignsubmission_file_/a.c (the newest of 2 by their names; left: x)",
          "Ada Doe_4711_assignsubmission_file_" },
        { "{\"name\":\"Ada Doe\"}", "m.zip/Ada_Mae_Doe_4711_assignsubmission_file_",
          "Ada Mae Doe_4711_assignsubmission_file_" },
        { "{\"name\":\"\xd9\x85\xd8\xb1\xd9\x8a\xd9\x85\"}",
          "m.zip/\xd9\x85\xd8\xb1\xd9\x8a\xd9\x85_7_assignsubmission_file_",
          "\xd9\x85\xd8\xb1\xd9\x8a\xd9\x85_7_assignsubmission_file_" },
        { "{\"name\":\"<b>O'Neil_2 \\u202e\\\"/x\",\"extra\":{\"Identifier\":\"Participant 88\"}}", NULL,
          "bONeil 2 x_88_assignsubmission_file_" },
        { "{\"name\":\"\",\"extra\":{\"ID\":\"Teilnehmer/in88\"}}", "mail/ada.c", "student_88_assignsubmission_file_" },
        { "{\"name\":\"A\",\"extra\":{\"Identifier\":\"Participant 88; rm\"}}", "ada.c", NULL },
        { "{\"name\":\"A\",\"extra\":{\"Identifier\":\"88\"}}", "canvas.zip/doeada_9001_50000_a.c", NULL },
        { "{\"name\":\"A\",\"extra\":{\"Identifier\":\"Participant 123456789012345678901\"}}", NULL, NULL },
    };
    for (size_t k = 0; k < LEN(rows); k++) {
        json_t *row = parsed(rows[k].row);
        char *folder = export_moodle_folder(row, rows[k].origin);
        cr_expect(rows[k].folder ? folder && !strcmp(folder, rows[k].folder) : !folder, "row %zu: %s", k,
                  folder ? folder : "none");
        free(folder);
        json_decref(row);
    }
}

/* Canvas's import takes the first two numbers between underlines for the student and the upload. */
Test(back, files_keep_the_names_of_canvas)
{
    static const struct {
        const char *origin, *file;
    } rows[] = {
        { "s.zip/doeada_9001_50000_txmath.c", "doeada_9001_50000_txmath.c" },
        { "s.zip/doeada_LATE_9001_50000_txmath-2.c", "doeada_LATE_9001_50000_txmath-2.c" },
        { "s.zip/doeada_9001_50000_txmath-2.c (the newest of 2 by their names; left: doeada_9001_49000_txmath.c)",
          "doeada_9001_50000_txmath-2.c" },
        { "s.zip/doeada_9001_50000_my work (1).c", "doeada_9001_50000_my work (1).c" },
        { "s.zip/doeada_9001_50000_hw.zip (out of an archive in the archive: x/y.zip)", "doeada_9001_50000_hw.zip" },
        { "doeada_9001_50000_hw.zip", "doeada_9001_50000_hw.zip" },
        { "s.zip/anon_Ab1x9_50000_txmath.c", "anon_Ab1x9_50000_txmath.c" },
        { "s.zip/doeada_9001_text.html", NULL },
        { "m.zip/Ada Doe_4711_assignsubmission_file_", NULL },
        { "mail/ada.c", NULL },
        { NULL, NULL },
    };
    for (size_t k = 0; k < LEN(rows); k++) {
        char *file = export_canvas_file(rows[k].origin);
        cr_expect(rows[k].file ? file && !strcmp(file, rows[k].file) : !file, "row %zu: %s", k, file ? file : "none");
        free(file);
    }
}

static void zipped(struct text *to)
{
    struct export_file file[2] = { { .name = (char *)"Zo\xc3\xab_1_x_/w03.html" }, { .name = (char *)"empty" } };
    struct err e = { "" };
    for (int k = 0; k < 2000; k++)
        text_addf(&file[0].bytes, "<p>%d</p>", k % 7);
    cr_assert_eq(export_archive("x.zip", file, LEN(file), to, &e), 0, "%s", e.text);
    text_finish(&file[0].bytes);
}

/* In any locale a name is UTF-8, and says so (bit 11 of its flags); the same files give the same bytes. */
Test(back, a_zip_is_the_same_everywhere)
{
    struct text a = { 0 }, b = { 0 };
    setlocale(LC_ALL, "C");
    zipped(&a);
    setenv("TZ", "America/Los_Angeles", 1);
    setlocale(LC_ALL, "C.UTF-8");
    zipped(&b);
    cr_assert_eq(a.len, b.len);
    cr_expect_eq(memcmp(a.s, b.s, a.len), 0);
    cr_expect_eq(memcmp(a.s, "PK\3\4", 4), 0);
    cr_expect_eq((unsigned char)a.s[7] & 8, 8, "the name is marked as UTF-8");
    cr_expect(memmem(a.s, a.len, "Zo\xc3\xab_1_x_/w03.html", 18));
    cr_expect_lt(a.len, 2000);
    cr_expect_eq(memcmp(a.s + a.len - 22, "PK\5\6", 4), 0, "nothing stands behind its end");
    text_finish(&a);
    text_finish(&b);
}

Test(back, an_archive_of_the_kind_that_was_handed_in)
{
    static const struct {
        const char *as, *begins;
        size_t n;
    } rows[] = { { "a.tar.gz", "\x1f\x8b\x08\0\0\0\0\0", 8 },
                 { "A.TGZ", "\x1f\x8b", 2 },
                 { "a.tar", "w03.html", 9 },
                 { "a.c.zip", "PK", 2 },
                 { "a.rar", NULL, 0 },
                 { "zip", NULL, 0 } };
    for (size_t k = 0; k < LEN(rows); k++) {
        struct export_file file = { .name = (char *)"w03.html" };
        struct text to = { 0 };
        struct err e = { "" };
        text_addf(&file.bytes, "<p>");
        int rc = export_archive(rows[k].as, &file, 1, &to, &e);
        cr_expect_eq(rc, rows[k].begins ? 0 : -1, "%s: %s", rows[k].as, e.text);
        cr_expect(rc || !memcmp(text_str(&to), rows[k].begins, rows[k].n), "%s", rows[k].as);
        cr_expect(!rc || strstr(e.text, "no such kind"), "%s: %s", rows[k].as, e.text);
        text_finish(&file.bytes);
        text_finish(&to);
    }
}

Test(back, a_table_for_mail)
{
    json_t *rows =
        parsed("[{\"key\":\"1\",\"name\":\"=Ada, \\\"X\\\"\",\"email\":\"a@x.edu\",\"status\":\"FAIL\",\"points\":"
               "42.7,\"max\":55,\"grade\":40.2,\"page\":\"student-1.html\"},"
               "{\"key\":\"2\",\"name\":\"Bob\",\"status\":\"MISSING\",\"grade\":null}]");
    struct export_class c = { .lab = "w03", .title = "Arithmetic", .max = 55, .rows = rows };
    struct text t = { 0 };
    export_mail(&c, &t);
    cr_expect_str_eq(text_str(&t),
                     "key,name,email,lab,title,status,points,max,grade,page\r\n"
                     "1,\"'=Ada, \"\"X\"\"\",a@x.edu,w03,Arithmetic,FAIL,42.70,55.00,40.20,student-1.html\r\n"
                     "2,Bob,,w03,Arithmetic,MISSING,,,,\r\n");
    text_finish(&t);
    json_decref(rows);
}
