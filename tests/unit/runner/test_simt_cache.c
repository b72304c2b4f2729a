/* What makes a cached program of the emulator another one. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "runner/simt/host/simt.h"

static char scratch[] = "/tmp/ridge-test-XXXXXX";

static void write_text(const char *name, const char *text)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", scratch, name);
    FILE *f = fopen(path, "w");
    cr_assert_not_null(f);
    fputs(text, f);
    fclose(f);
}

static void set_up(void)
{
    char dir[128];
    cr_assert_not_null(mkdtemp(scratch));
    snprintf(dir, sizeof dir, "%s/build", scratch);
    cr_assert_eq(mkdir(dir, 0700), 0);
    snprintf(dir, sizeof dir, "%s/cache", scratch);
    cr_assert_eq(mkdir(dir, 0700), 0);
    write_text("main.cu", "extern \"C\" int answer(void);\nint main() { return answer(); }\n");
}

static void tear_down(void)
{
    char cmd[256];
    snprintf(cmd, sizeof cmd, "rm -rf %s", scratch);
    cr_assert_eq(system(cmd), 0);
}

TestSuite(simt_cache, .init = set_up, .fini = tear_down, .timeout = 120);

/* answer() by `body` in one library, always of the same name; the program with it is run. Its exit status. */
static int answer_of(const char *body)
{
    char text[128], cmd[512], lib[128], build[128], cache[128];
    const char *const sources[] = { "main.cu", NULL }, *const link[] = { lib, NULL };
    struct err e = { "" };
    struct simt_program p = { 0 };
    snprintf(text, sizeof text, "int answer(void) { return %s; }\n", body);
    write_text("answer.c", text);
    snprintf(lib, sizeof lib, "%s/answer.o", scratch);
    snprintf(cmd, sizeof cmd, "gcc -c -o %s %s/answer.c", lib, scratch);
    cr_assert_eq(system(cmd), 0);
    snprintf(build, sizeof build, "%s/build", scratch);
    snprintf(cache, sizeof cache, "%s/cache", scratch);
    struct simt_build b = { .root = RIDGE_SOURCE_ROOT, .cache = cache, .dir = build, .cwd = scratch,
                            .sources = sources, .link = link, .traced = 1 };
    cr_assert_eq(simt_build(&b, &p, &e), 0, "%s", e.text);
    cr_assert(p.ok, "%s", p.log.s);
    int rc = system(p.path);
    simt_program_finish(&p);
    cr_assert(WIFEXITED(rc));
    return WEXITSTATUS(rc);
}

Test(simt_cache, a_library_that_changes_under_its_name)
{
    cr_assert_eq(answer_of("3"), 3);
    cr_assert_eq(answer_of("5"), 5, "the program of the old library came out of the cache");
}
