/* test_roster.c: class lists as Canvas, Moodle and people write them. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <string.h>

#include "grader/class/roster.h"

static json_t *parse(const char *text, struct err *e)
{
    *e = (struct err){""};
    struct csv *c = csv_parse(text, strlen(text), e);
    cr_assert(c, "%s", e->text);
    json_t *r = roster_parse(c, e);
    csv_free(c);
    return r;
}

static const json_t *student(const json_t *r, size_t k)
{
    return json_array_get(json_object_get(r, "students"), k);
}

static void is(const json_t *s, const char *key, const char *want)
{
    cr_assert_str_eq(util_str(s, key, "?"), want);
}

Test(roster, canvas)
{
    struct err e;
    json_t *r = parse(
        "Student,ID,SIS User ID,SIS Login ID,Section,Lab (17)\n,,,,,Manual Posting\n    Points Possible,,,,,10\n"
        "\"Doe, Ada\",1001,u1,adoe,A,EX\n\"Student, Test\",99,,,A,\n",
        &e);
    cr_assert_eq(json_array_size(json_object_get(r, "students")), 1);
    cr_assert_eq(json_array_size(json_object_get(r, "bad")), 0);
    is(student(r, 0), "key", "u1");
    is(student(r, 0), "name", "Doe, Ada");
    is(student(r, 0), "section", "A");
    is(json_object_get(student(r, 0), "extra"), "ID", "1001");
    is(json_object_get(student(r, 0), "extra"), "SIS Login ID", "adoe");
    json_decref(r);
}

Test(roster, canvas_without_sis_ids_has_its_own)
{
    struct err e;
    json_t *r = parse("Student,ID,SIS User ID,Section\n\"Doe, Ada\",1001,,A\n", &e);
    is(student(r, 0), "key", "1001");
    json_decref(r);
}

Test(roster, moodle)
{
    struct err e;
    json_t *r =
        parse("\xEF\xBB\xBF"
              "Identifier;Full name;Email address;Status\r\nParticipant 77;Zoë Müller;z@x.edu;Submitted\r\n\r\n",
              &e);
    cr_assert_eq(json_array_size(json_object_get(r, "bad")), 0);
    is(student(r, 0), "key", "Participant 77");
    is(student(r, 0), "name", "Zoë Müller");
    is(student(r, 0), "email", "z@x.edu");
    json_decref(r);
    r = parse("First name,Surname,ID number,Email address\nAda,Doe,s1,a@x\n", &e);
    is(student(r, 0), "key", "s1");
    is(student(r, 0), "name", "Ada Doe");
    json_decref(r);
}

static int commas(const char *s)
{
    int n = 0;
    for (; *s; s++)
        n += *s == ',';
    return n;
}

Test(roster, every_bad_row_is_named)
{
    static const struct {
        const char *line, *why;
    } row[] = {
        {",No Key,a@x", "no key"},
        {"k2,,a@x", "no name"},
        {"k3,A\033[2J,a@x", "control"},
        {"k4,A,nowhere", "no @"},
        {"k1,Again,a@x", "another row's"},
        {"k5,A", "fewer"},
        {"k6,A,a@x,S,more", "more cells"},
        {"k7,\xE2\x80\xAE"
         "A,a@x",
         "control"},
        {"k8,A,a@x,\033[2J", "control"},
    };
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        struct err e;
        char text[200];
        snprintf(text, sizeof text, "key,name,email,section\nk1,One,o@x,S\n%s%s\n", row[k].line,
                 commas(row[k].line) == 2 ? ",S" : "");
        json_t *r = parse(text, &e);
        const json_t *bad = json_array_get(json_object_get(r, "bad"), 0);
        cr_assert_eq(json_array_size(json_object_get(r, "students")), 1, "row %zu", k);
        cr_assert(strstr(util_str(bad, "why", ""), row[k].why), "row %zu: %s", k, util_str(bad, "why", "accepted"));
        cr_assert_eq(json_integer_value(json_object_get(bad, "line")), 3);
        json_decref(r);
    }
}

Test(roster, a_table_of_something_else)
{
    struct err e;
    cr_assert(!parse("colour,size\nred,3\n", &e));
    cr_assert(strstr(e.text, "no column for a key"));
    cr_assert(!parse("id,size\n1,3\n", &e));
    cr_assert(strstr(e.text, "no column for names"));
}
