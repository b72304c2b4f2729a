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
    json_t *r = roster_parse(c, NULL, 0, e);
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

/* Headings in the spelling of other systems and languages, Excel's first line and last rows. */
Test(roster, as_other_systems_write_them)
{
    static const struct {
        const char *text, *key, *name, *email, *section;
    } row[] = {
        {"First Name,Last Name,SID,Email,Sections\nAda,Doe,123,a@x.edu,S1\n", "123", "Ada Doe", "a@x.edu", "S1"},
        {"Vorname;Nachname;ID-Nummer;E-Mail-Adresse\nZoë;Müller;m77;z@x.de\n", "m77", "Zoë Müller", "z@x.de", ""},
        {"Vollständiger Name;Matrikelnummer;Gruppe\nZoë Müller;77;B\n", "77", "Zoë Müller", "", "B"},
        {"Prénom;Nom de famille;Numéro d'identification;Adresse de courriel\nZoé;Petit;p7;z@x.fr\n", "p7", "Zoé Petit",
         "z@x.fr", ""},
        {"Prénom;Nom;Nom d'utilisateur;Groupe\nZoé;Petit;zpetit;2\n", "zpetit", "Zoé Petit", "", "2"},
        {"sep=;\r\nID;Name\r\n1;Doe, Ada\r\n;\r\n ;\r\n", "1", "Doe, Ada", "", ""},
        {"\xEF\xBB\xBFsep=\t\nID\tName\n1\tAda Doe\n", "1", "Ada Doe", "", ""},
    };
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        struct err e;
        json_t *r = parse(row[k].text, &e);
        cr_assert(r, "row %zu: %s", k, e.text);
        cr_assert_eq(json_array_size(json_object_get(r, "students")), 1, "row %zu", k);
        cr_assert_eq(json_array_size(json_object_get(r, "bad")), 0, "row %zu", k);
        is(student(r, 0), "key", row[k].key);
        is(student(r, 0), "name", row[k].name);
        is(student(r, 0), "email", row[k].email);
        is(student(r, 0), "section", row[k].section);
        json_decref(r);
    }
}

/* A guest without the school's id stops nobody's import, and is named. */
Test(roster, who_has_no_id_is_left_out_by_name)
{
    struct err e;
    json_t *r = parse("Student,ID,SIS User ID\n\"Doe, Ada\",1001,u1\n\"Guest, Gina\",1002,\n", &e);
    const json_t *left = json_array_get(json_object_get(r, "left_out"), 0);
    cr_assert_eq(json_array_size(json_object_get(r, "students")), 1);
    cr_assert_eq(json_array_size(json_object_get(r, "bad")), 0);
    is(left, "name", "Guest, Gina");
    is(left, "column", "SIS User ID");
    cr_assert_eq(json_integer_value(json_object_get(left, "line")), 3);
    json_decref(r);
}

static json_t *parse_said(const char *text, const char *a, const char *b, struct err *e)
{
    const char *said[] = {a, b};
    struct csv *c = csv_parse(text, strlen(text), e);
    json_t *r = roster_parse(c, said, b ? 2 : 1, e);
    csv_free(c);
    return r;
}

Test(roster, a_column_that_is_said_goes_first)
{
    static const char text[] = "Student,ID,SIS User ID,Wer\n\"Doe, Ada\",1001,u1,Ada\n\"Guest, Gina\",1002,,Gina\n";
    struct err e = {""};
    json_t *r = parse_said(text, "key=ID", "name=Wer", &e);
    cr_assert_eq(json_array_size(json_object_get(r, "students")), 2);
    is(student(r, 1), "key", "1002");
    is(student(r, 1), "name", "Gina");
    json_decref(r);
    cr_assert(!parse_said(text, "key=Matrikel", NULL, &e));
    cr_assert(strstr(e.text, "No column is headed \"Matrikel\". The columns are: Student, ID, SIS User ID, Wer."), "%s", e.text);
    cr_assert(!parse_said(text, "colour=ID", NULL, &e));
    cr_assert(strstr(e.text, "--column takes key"), "%s", e.text);
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
        {",,a@x", "no key"},
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
