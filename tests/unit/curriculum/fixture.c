/*
 * fixture.c: a course for tests.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "runner/base/util.h"
#include "fixture.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char fixture_root[64];

void fixture_shell(const char *format, ...)
{
    char command[1024];
    va_list ap;
    va_start(ap, format);
    cr_assert_lt(vsnprintf(command, sizeof command, format, ap), (int)sizeof command);
    va_end(ap);
    cr_assert_eq(system(command), 0, "%s", command);
}

void fixture_make(void)
{
    strcpy(fixture_root, "/tmp/ridge-fixture-XXXXXX");
    cr_assert(mkdtemp(fixture_root));
    fixture_shell("cp -r %s/tests/data/curriculum/. %s", RIDGE_SOURCE_ROOT, fixture_root);
    fixture_shell("ln -s %s/curriculum/lua %s/curriculum/lua && ln -s %s/grader %s/grader", RIDGE_SOURCE_ROOT, fixture_root,
                  RIDGE_SOURCE_ROOT, fixture_root);
}

void fixture_drop(void)
{
    fixture_shell("rm -rf %s", fixture_root);
}

static FILE *open_file(const char *name, const char *mode)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", fixture_root, name);
    FILE *f = fopen(path, mode);
    cr_assert(f, "%s", path);
    return f;
}

char *fixture_read(const char *name)
{
    FILE *in = open_file(name, "rb");
    char *text = calloc(1, 1 << 16);
    cr_assert_lt(fread(text, 1, 1 << 16, in), 1 << 16);
    fclose(in);
    return text;
}

void fixture_write(const char *name, const char *text)
{
    FILE *out = open_file(name, "wb");
    fputs(text, out);
    fclose(out);
}

void fixture_renew(const char *name)
{
    fixture_shell("cp %s/tests/data/curriculum/%s %s/%s", RIDGE_SOURCE_ROOT, name, fixture_root, name);
}

int fixture_edit(const char *name, const char *old, const char *new)
{
    char *text = fixture_read(name), *at = strstr(text, old), *out = NULL;
    cr_assert(at, "%s has no '%s'", name, old);
    int line = 1;
    for (char *p = text; p < at; p++)
        line += *p == '\n';
    cr_assert_gt(asprintf(&out, "%.*s%s%s", (int)(at - text), text, new, at + strlen(old)), -1);
    fixture_write(name, out);
    free(out);
    free(text);
    return line;
}

struct curriculum *fixture_open(void)
{
    struct err error = { "" };
    struct curriculum *cur = curriculum_open(fixture_root, &error);
    cr_assert(cur, "%s", error.text);
    return cur;
}
