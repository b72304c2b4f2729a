/* A build on a machine that has no room for another process: our fault, whichever process is the one too many. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runner/base/fault.h"
#include "runner/base/util.h"
#include "runner/simt/host/simt.h"

enum { WORKED, OURS, CHARGED, WRONG };

/* In a process of its own, since the first fault stays. */
static int build_with(const char *dir, unsigned processes)
{
    const char *const sources[] = { "main.cu", NULL };
    struct err e = { "" };
    struct simt_program p = { 0 };
    struct simt_build b = { .root = RIDGE_SOURCE_ROOT, .dir = dir, .cwd = dir, .sources = sources, .traced = 1 };
    uid_t nobody_else = 60000 + (uid_t)getpid() % 5000;
    struct rlimit most = { processes, processes };
    if (chown(dir, nobody_else, nobody_else) || setgroups(0, NULL) || setgid(nobody_else) || setuid(nobody_else) ||
        setrlimit(RLIMIT_NPROC, &most))
        return WRONG;
    int rc = simt_build(&b, &p, &e);
    if (p.ok || rc || fault_code() != FAULT_OURS)
        fprintf(stderr, "%s%s\n", e.text, text_str(&p.log));
    return p.ok ? WORKED : fault_code() == FAULT_OURS ? OURS : CHARGED;
}

static int outcome(unsigned processes)
{
    char dir[] = "/tmp/ridge-test-XXXXXX", cmd[64], *main_cu;
    static const char text[] = "int main() { return 0; }\n";
    int st = 0;
    cr_assert_not_null(mkdtemp(dir));
    chmod(dir, 0755);
    main_cu = util_path("%s/main.cu", dir);
    cr_assert_eq(util_write_file(main_cu, text, strlen(text), NULL), 0);
    chmod(main_cu, 0644);
    free(main_cu);
    pid_t pid = fork();
    if (!pid)
        _exit(build_with(dir, processes));
    cr_assert_eq(waitpid(pid, &st, 0), pid);
    snprintf(cmd, sizeof cmd, "rm -rf %s", dir);
    cr_assert_eq(system(cmd), 0);
    cr_assert(WIFEXITED(st));
    return WEXITSTATUS(st);
}

Test(simt_faults, too_few_processes_are_no_student_s_mistake, .timeout = 300)
{
    int ours = 0;
    if (geteuid())
        cr_skip_test("Only root can take another user's identity, which the limit counts processes by.");
    for (unsigned n = 1; n <= 16; n++) {
        int was = outcome(n);
        cr_assert_neq(was, WRONG);
        cr_assert_neq(was, CHARGED, "with %u processes the source was charged", n);
        ours += was == OURS;
        if (was == WORKED)
            break;
    }
    cr_assert_gt(ours, 0);
}
