/* The box from inside: what is there, what is not, what is left, and that each layer taken away is told. With
 * RIDGE_BOX=bwrap the same of bubblewrap's. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kept.h"
#include "runner/box/box_bwrap.h"
#include "runner/box/box_level.h"
#include "runner/box/children.h"
#include "runner/base/util.h"
#include "runner/runner.h"
#include "runner/box/share.h"
#include "runner/box/spawn.h"

static char scratch[] = "/tmp/ridge-test-XXXXXX", inside[64];
static struct spawn_result got;

/* By another process: what a box can be here is found out once in each, and a test may take layers away first. */
static int is_unmet(void)
{
    int st = -1;
    pid_t pid = fork();
    if (pid == 0)
        _exit(box_unmet(NULL));
    return pid < 0 || waitpid(pid, &st, 0) != pid || st;
}

static void set_up(void)
{
    box_choose(getenv("RIDGE_BOX"));
    cr_assert_not_null(mkdtemp(scratch));
    snprintf(inside, sizeof inside, "%s/inside", scratch);
    cr_assert_eq(mkdir(inside, 0700), 0);
    setenv("TMPDIR", scratch, 1);
    children_adopt();
    if (is_unmet())
        cr_skip_test("bubblewrap makes no box here: ridge doctor says why");
}

static void tear_down(void)
{
    char cmd[256];
    text_finish(&got.output);
    snprintf(cmd, sizeof cmd, "rm -rf %s", scratch);
    cr_assert_eq(system(cmd), 0);
}

TestSuite(box, .init = set_up, .fini = tear_down, .timeout = 60);

/* A script in a box that sees the system's programs and one directory. */
static const char *sh(const char *script)
{
    const char *argv[] = { "/bin/sh", "-c", script, NULL };
    struct box b = { .ro = { "/usr", "/lib", "/lib64", "/bin" }, .rw = { inside, "/dev/null" }, .cwd = inside,
                     .in_fd = -1, .cpu = -1 };
    text_finish(&got.output);
    got = spawn_wait(argv, &b, NULL, 20);
    return text_str(&got.output);
}

static void needs_namespaces(void)
{
    struct box_level l;
    box_level(0, &l);
    if (l.level < 2)
        cr_skip_test("no namespaces here: %s", l.why);
}

Test(box, nothing_is_there_but_what_was_named)
{
    needs_namespaces();
    setenv("RIDGE_BOX_WITHOUT", "landlock", 1); /* the root by itself */
    cr_assert_str_eq(sh("ls -A /"), "bin\ndev\nlib\nlib64\ntmp\nusr\n");
    cr_assert_str_eq(sh("ls -A /dev"), "null\n");
    cr_assert_str_eq(sh("cat /etc/passwd 2>&1; test -e /proc"), "cat: /etc/passwd: No such file or directory\n");
    cr_assert_eq(got.code, 1);
}

Test(box, neighbours_of_what_was_named_are_not_there)
{
    char secret[96], script[160];
    needs_namespaces();
    snprintf(secret, sizeof secret, "%s/secret", scratch);
    cr_assert_eq(util_write_file(secret, "x", 1, NULL), 0);
    snprintf(script, sizeof script, "ls %s", scratch);
    cr_assert_str_eq(sh(script), "inside\n");
}

Test(box, what_it_makes_comes_out)
{
    struct stat st;
    char made[96];
    sh("mkdir deep && echo word > deep/made && cat deep/made");
    cr_assert_str_eq(text_str(&got.output), "word\n");
    snprintf(made, sizeof made, "%s/deep/made", inside);
    cr_assert_eq(stat(made, &st), 0);
    cr_assert_eq(st.st_size, 5);
}

Test(box, what_is_read_only_stays_so)
{
    sh("touch /usr/lib/ridge-was-here");
    cr_assert_neq(got.code, 0);
    cr_assert_neq(access("/usr/lib/ridge-was-here", F_OK), 0);
}

/* Ours are closed on exec; what was open before us, and what a library opens, need not be. */
Test(box, no_descriptor_comes_along)
{
    int left[2];
    cr_assert(!pipe(left) && dup2(left[0], 700) == 700);
    sh("bash -c 'for fd in {0..99} {690..710}; do (exec <&$fd) 2>/dev/null && printf \"$fd \"; done; echo'");
    if (strstr(text_str(&got.output), "not found"))
        cr_skip_test("no bash, which knows descriptors beyond 9");
    cr_assert_str_eq(text_str(&got.output), "0 1 2 \n");
}

/* nvcc is /usr/local/cuda/bin/nvcc, and lies in /usr/local/cuda-13.0. */
Test(box, a_program_is_found_by_its_links)
{
    char real[96], link[96], tool[96], name[128];
    snprintf(real, sizeof real, "%s/tool-1.0", scratch);
    snprintf(link, sizeof link, "%s/tool", scratch);
    snprintf(tool, sizeof tool, "%s/tool-1.0/echo-it", scratch);
    snprintf(name, sizeof name, "%s/tool/say", scratch);
    cr_assert(!mkdir(real, 0755) && !symlink("tool-1.0", link));
    cr_assert(!util_copy_file("/bin/echo", tool, NULL) && !chmod(tool, 0755));
    cr_assert_eq(symlink("echo-it", name), 0);
    const char *argv[] = { name, "found", NULL };
    struct box b = { .ro = { "/usr/lib", "/lib", "/lib64", real }, .in_fd = -1, .cpu = -1 };
    got = spawn_wait(argv, &b, NULL, 20);
    cr_assert_str_eq(text_str(&got.output), "found\n");
}

/* Links would be followed by who writes there next. */
Test(box, no_links)
{
    sh("ln -s /etc/passwd a");
    cr_assert_neq(got.code, 0);
    sh("echo > b && ln b c");
    cr_assert_neq(got.code, 0);
}

Test(box, root_becomes_somebody_else)
{
    needs_namespaces();
    int uid = atoi(sh("id -u"));
    if (geteuid())
        cr_assert_eq(uid, (int)geteuid());
    else
        cr_assert(uid >= BOX_FIRST_UID && uid < BOX_FIRST_UID + BOX_UIDS, "%d", uid);
}

Test(box, temporary_files_have_an_end)
{
    needs_namespaces();
    sh("head -c 200000000 /dev/zero > /tmp/x; yes | head -c 200000000 > /tmp/y");
    cr_assert(strstr(text_str(&got.output), "No space left"), "%s", text_str(&got.output));
}

Test(box, no_network_device_is_there)
{
    const char *argv[] = { "/bin/cat", "/proc/self/net/dev", NULL };
    struct box b = { .ro = { "/usr", "/lib", "/lib64", "/bin", "/proc" }, .in_fd = -1, .cpu = -1 };
    needs_namespaces();
    got = spawn_wait(argv, &b, NULL, 20);
    cr_assert(strstr(text_str(&got.output), "lo:"), "%s", text_str(&got.output));
    cr_assert_null(strstr(text_str(&got.output), "eth"));
    cr_assert_null(strstr(strstr(text_str(&got.output), "lo:") + 3, ":"));
}

/* The process between has gone by then: its end must not be taken for the tool's. */
Test(box, endings_come_through)
{
    sh("exit 7");
    cr_assert(got.end == SPAWN_EXIT && got.code == 7);
    sh("kill -ABRT $$");
    cr_assert(got.end == SPAWN_SIGNAL && got.code == SIGABRT);
    sh("ulimit -t 1; while :; do :; done");
    cr_assert(got.end == SPAWN_SIGNAL && (got.code == SIGXCPU || got.code == SIGKILL));
    const char *argv[] = { "/bin/sleep", "30", NULL };
    struct box b = { .ro = { "/usr", "/lib", "/lib64", "/bin" }, .in_fd = -1, .cpu = -1 };
    text_finish(&got.output);
    got = spawn_wait(argv, &b, NULL, 0.2);
    cr_assert(got.end == SPAWN_TIMEOUT && !got.starved);
}

/* Its wall clock is up, and it had little of the CPU time that it may use: that is not its doing. */
Test(box, who_waits_is_not_slow)
{
    const char *sleeps[] = { "/bin/sleep", "30", NULL }, *burns[] = { "/bin/sh", "-c", "while :; do :; done", NULL };
    struct box b = { .ro = { "/usr", "/lib", "/lib64", "/bin" }, .in_fd = -1, .cpu = -1, .cpu_s = 5 };
    got = spawn_wait(sleeps, &b, NULL, 0.2);
    cr_assert(got.end == SPAWN_TIMEOUT && got.starved && got.cpu_s < 5);
    text_finish(&got.output);
    b.cpu_s = 1;
    got = spawn_wait(burns, &b, NULL, 0.5);
    /* Both clocks may end in one look: whoever had the whole of the CPU time was not kept from the processors.
       The kernel holds RLIMIT_CPU against whole ticks, so beside other processes SIGXCPU comes before a second of rusage. */
    cr_assert(got.end == SPAWN_SIGNAL ? got.code == SIGXCPU && got.cpu_s > 0.5
                                      : got.end == SPAWN_TIMEOUT && got.starved == (got.cpu_s < 1),
              "%d %d %g", got.end, got.code, got.cpu_s);
}

static pid_t on_first_cpu(int idle, int sleeps)
{
    struct sched_param none = { 0 };
    cpu_set_t one;
    pid_t pid = fork();
    if (pid)
        return pid;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    sched_setaffinity(0, sizeof one, &one);
    if (idle && sched_setscheduler(0, SCHED_IDLE, &none))
        _exit(1);
    setsid();
    for (volatile unsigned n = 0;; n++)
        if (sleeps)
            pause();
}

/* One that others keep from the processor, and one that asks for none. */
Test(box, shares_of_the_processors)
{
    struct share idle, asleep;
    cpu_set_t all, one;
    sched_getaffinity(0, sizeof all, &all);
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one); /* the children begin there */
    pid_t kept = on_first_cpu(1, 0), sleeper = on_first_cpu(0, 1), hog = on_first_cpu(0, 0);
    sched_setaffinity(0, sizeof all, &all);
    for (int k = 0; k < 600; k++) { /* a wait is counted when it is over, and on a busy machine it is not soon over */
        usleep(100000);
        cr_assert(!share_of(kept, &idle) && !share_of(sleeper, &asleep));
        if (k >= 4 && idle.waited_s > idle.cpu_s && idle.waited_s > asleep.waited_s)
            break;
    }
    cr_assert(idle.waited_s > idle.cpu_s && idle.waited_s > asleep.waited_s, "%g %g %g", idle.waited_s, idle.cpu_s,
              asleep.waited_s);
    cr_assert(share_of(hog, &idle) == 0 && idle.cpu_s > 0);
    pid_t all_of[] = { kept, sleeper, hog };
    for (int k = 0; k < 3; k++) {
        kill(all_of[k], SIGKILL);
        waitpid(all_of[k], NULL, 0);
    }
    cr_assert_eq(share_of(kept, &idle), -1);
}

struct moment {
    double wall_s, cpu_s, waits_s, own_s; /* own_s: what must come out */
};

static void counts(const char *what, int width, const struct moment *m, int n)
{
    struct share_own o = { .wall_s = 0 };
    for (int k = 0; k < n; k++) {
        struct share now = { m[k].cpu_s, 0, m[k].waits_s };
        share_count(&o, m[k].wall_s, &now, width, 0);
        cr_assert_float_eq(o.own_s, m[k].own_s, 1e-9, "%s, at %g s: %g", what, m[k].wall_s, o.own_s);
    }
}
#define COUNTS(what, width, ...)                                                                                       \
    counts(what, width, (const struct moment[]){ __VA_ARGS__ },                                                        \
           (int)(sizeof((const struct moment[]){ __VA_ARGS__ }) / sizeof(struct moment)))

/* What a pretended kernel has counted, and how much of the time is its own. */
Test(box, time_of_ones_own)
{
    COUNTS("who runs", 1, { 1, 1, 0, 1 }, { 2, 2, 0, 2 }, { 3, 3, .01, 3 });
    COUNTS("who sleeps", 1, { 1, 0, 0, 1 }, { 2, 0, 0, 2 }, { 9, 0, 0, 9 });
    COUNTS("who stands ready", 1, { 1, .1, .9, .1 }, { 2, .2, 1.8, .2 }, { 3, .3, 2.7, .3 }, { 9, .9, 8.1, .9 });
    COUNTS("a wait is counted when it is over", 1, { 1, 1, 0, 1 }, { 4, 1, 0, 4 }, { 5, 1.5, 3.5, 4.5 - 3 });
    COUNTS("two that compete for what an idle machine has, too", 1, { 1, 1, 1, 1 }, { 2, 2, 2, 2 }, { 3, 3, 3, 3 });
    COUNTS("eight on two processors", 2, { 1, 2, 6, 1 }, { 2, 4, 12, 2 });
    COUNTS("eight on two processors of which others have one", 2, { 1, 1, 7, .5 }, { 2, 2, 14, 1 }, { 3, 3, 21, 1.5 });
    COUNTS("turns: each has waited in its own", 1, { 1, .2, .8, .2 }, { 2, .4, 1.6, .4 }, { 3, .6, 2.4, .6 });
    COUNTS("many that began at once, and one that sleeps", 1, { 1, 1, 30, 1 }, { 2, 2, 60, 2 }, { 5, 2, 60, 5 });
    COUNTS("one that died takes its count along", 1, { 1, 1, 5, 1 }, { 2, .5, 1, 2 }, { 3, 1, 1.5, 2.5 });
    COUNTS("a second run of one that waited long in its first", 1, { 1, 9, 30, 1 }, { 2, 10, 30, 2 });
    struct share_own o = { .wall_s = 0 };
    share_count(&o, 3, NULL, 1, 0);
    cr_assert_float_eq(o.own_s, 3, 1e-9, "who is not to be seen has no excuse");
}

static pid_t somebody(void)
{
    struct box b = { .ro = { "/" }, .in_fd = -1, .cpu = -1 };
    pid_t pid = box_fork(&b);
    if (pid == 0)
        for (;;)
            pause();
    return pid;
}

/* Nobody is started whom the end of the run would forget. */
Test(box, more_children_than_are_kept_count_of)
{
    pid_t all[CHILDREN_MOST];
    children_adopt();
    for (int k = 0; k < CHILDREN_MOST; k++)
        cr_assert_gt(all[k] = somebody(), 0, "child %d: %s", k, children_failed_at());
    cr_assert_eq(somebody(), -1);
    cr_assert(errno == EAGAIN && strstr(children_failed_at(), "at once"), "%s", children_failed_at());
    children_reap(all[7], NULL, NULL);
    cr_assert_gt(somebody(), 0, "%s", children_failed_at());
    children_kill_all();
    cr_assert(waitpid(-1, NULL, WNOHANG) < 0, "somebody is left");
}

static int running(const char *what)
{
    char cmd[128];
    snprintf(cmd, sizeof cmd, "ps -eo args | grep -v grep | grep -c '%s'", what);
    FILE *f = popen(cmd, "r");
    int n = -1;
    if (f && fscanf(f, "%d", &n) != 1)
        n = -1;
    if (f)
        pclose(f);
    return n;
}

Test(box, nobody_stays_behind)
{
    needs_namespaces();
    sh("(sleep 4711.5 >/dev/null 2>&1 &) ; exec 1>&- 2>&-");
    cr_assert_eq(got.end, SPAWN_EXIT);
    cr_assert_eq(running("sleep 4711[.]5"), 0);
    cr_assert_eq(waitpid(-1, NULL, WNOHANG), -1, "an init is left");
}

Test(box, a_layer_that_is_away_lowers_the_level)
{
    static const struct {
        const char *without, *why;
        int level;
    } t[] = {
        { "rlimits", "rlimits", 0 },
        { "seccomp", "seccomp", 0 },
        { "ns,landlock", "landlock", 0 },
        { "ns", "ns", 1 },
    };
    struct box_level l;
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
        setenv("RIDGE_BOX_WITHOUT", t[k].without, 1);
        box_level(0, &l);
        if (!box_landlock_abi())
            cr_skip_test("no Landlock here");
        cr_assert_eq(l.level, t[k].level, "%s: L%d", t[k].without, l.level);
        cr_assert(strstr(l.why, t[k].why), "%s", l.why);
    }
    unsetenv("RIDGE_BOX_WITHOUT");
    box_level(1, &l);
    cr_assert_eq(l.level, 0);
}

Test(box, what_is_away_does_not_hold)
{
    setenv("RIDGE_BOX_WITHOUT", "ns,landlock,seccomp", 1);
    if (box_by_bwrap())
        cr_skip_test("without namespaces bubblewrap makes no box");
    sh("cat /etc/passwd > copy && ln -s /etc/passwd a");
    cr_assert_eq(got.code, 0, "%s", text_str(&got.output));
}

Test(box, levels_have_names)
{
    static const struct {
        const char *text;
        int level;
    } t[] = { { "L0", 0 }, { "L3", 3 }, { "L4", -1 }, { "2", -1 }, { "", -1 }, { "L", -1 }, { "L22", -1 } };
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++)
        cr_assert_eq(box_level_parse(t[k].text), t[k].level, "%s", t[k].text);
}

Test(box, calls_have_names)
{
    cr_assert_str_eq(box_call_name(41), "socket");
    cr_assert_str_eq(box_call_name(0), "read");
    cr_assert_str_eq(box_call_name(-1), "system call -1");
    cr_assert_str_eq(box_call_name(100000), "system call 100000");
    cr_assert_eq(box_call(-1), -1);
}

/* ---- whole jobs ---- */

static const char *level; /* that is demanded of the runs to come */

static json_t *job(const char *head, const char *body)
{
    static const char *const phases[] = { "correct", NULL };
    static const char includes[] = "#define _GNU_SOURCE\n#include <errno.h>\n#include <fcntl.h>\n#include <stdlib.h>\n"
                                   "#include <sys/socket.h>\n#include <sys/syscall.h>\n#include <unistd.h>\n";
    static const char loop[] = "    for (int i = 0; i < n; i++)\n        y[i] = 2 * x[i];\n";
    struct err err = { "" };
    char cache[512], path[512];
    char *source = util_path("%s%s\nvoid scale(int n, const float *x, float *y)\n{\n    %s\n%s}\n", includes, head,
                             body, loop);
    kept_place(scratch, cache, sizeof cache);
    snprintf(path, sizeof path, "%s/t-scale.json", getenv("RIDGE_TEST_ROOT"));
    json_t *lab = json_load_file(path, 0, NULL), *files = json_pack("{s:s}", "scale.c", source);
    struct runner_request q = { .lab = lab, .root = getenv("RIDGE_TEST_ROOT"), .cache = cache,
                                .program = getenv("RIDGE_TEST_EXEC"), .impl = "learner", .backend = "cpu", .cc = "gcc",
                                .files = files, .phases = phases, .level = level, .box = box_name() };
    struct runner *r = runner_start(&q, &err);
    cr_assert_not_null(r, "%s", err.text);
    runner_wait(r, NULL, NULL, NULL);
    json_t *report = json_incref((json_t *)runner_report(r));
    cr_assert_not_null(report, "%s", runner_failure(r));
    runner_finish(r);
    json_decref(lab);
    json_decref(files);
    free(source);
    return report;
}

static const char *said(const json_t *r, const char *part, const char *key)
{
    const char *s = json_string_value(json_object_get(json_object_get(r, part), key));
    return s ? s : "";
}

static const char *message(const json_t *r)
{
    const json_t *c = json_object_get(r, "cases");
    const char *s = json_string_value(json_object_get(json_array_get(c, json_array_size(c) - 1), "message"));
    return s ? s : said(r, "error", "message");
}

Test(box, a_forbidden_call_is_named)
{
    static const char *const t[][2] = {
        { "socket(AF_INET, SOCK_STREAM, 0);", "socket()" },
        { "socket(40, SOCK_STREAM, 0);", "socket()" }, /* AF_VSOCK: no namespace stops it */
        { "syscall(SYS_io_uring_setup, 1, 0);", "io_uring_setup()" },
        { "syscall(SYS_keyctl, 0, 0, 0);", "keyctl()" },
        { "fork();", "clone()" },
        { "execl(\"/bin/sh\", \"sh\", (char *)0);", "execve()" },
        { "syscall(SYS_unshare, 0x10000000);", "unshare()" },
        { "syscall(5000);", "system call 5000" },
    };
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
        json_t *r = job("", t[k][0]);
        cr_assert(strstr(message(r), t[k][1]), "%s: %s", t[k][0], message(r));
        json_decref(r);
    }
    json_t *r = job("__attribute__((constructor)) static void c(void) { socket(AF_UNIX, SOCK_STREAM, 0); }", "");
    cr_assert(strstr(message(r), "socket()"), "%s", message(r));
    json_decref(r);
}

/* The descriptor that the listener went through is closed, and has the number it always had. */
Test(box, the_submission_finds_no_socket)
{
    json_t *r = job("__attribute__((constructor)) static void c(void)\n{\n    for (int fd = 3; fd < 64; fd++)\n"
                    "        if (lseek(fd, 0, SEEK_CUR) >= 0 || errno != EBADF)\n            abort();\n}", "");
    cr_assert_str_eq(message(r), "");
    json_decref(r);
}

Test(box, a_run_sees_its_libraries_alone)
{
    needs_namespaces();
    json_t *r = job("__attribute__((constructor)) static void c(void)\n{\n"
                    "    if (open(\"/usr/lib/os-release\", O_RDONLY) >= 0 || errno != ENOENT)\n        abort();\n"
                    "    if (open(\"/usr/bin/env\", O_RDONLY) >= 0 || errno != ENOENT)\n        abort();\n}", "");
    cr_assert_str_eq(message(r), "");
    json_decref(r);
}

Test(box, compilers_find_no_file_of_the_host)
{
    needs_namespaces();
    static const char *const t[] = { "#include \"/etc/passwd\"", "#include </dev/zero>", "#include \"/proc/self/maps\"",
                                     "__asm__(\".incbin \\\"/etc/passwd\\\"\");" };
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
        json_t *r = job(t[k], "");
        cr_assert(json_is_false(json_object_get(json_object_get(r, "build"), "ok")), "%s", t[k]);
        const char *log = said(r, "build", "log");
        cr_assert(strstr(log, k < 3 ? "No such file or directory" : "file not found"), "%s: %s", t[k], log);
        json_decref(r);
    }
}

/* Only where it is asked for: there the report says so. */
Test(box, the_report_says_who_made_it)
{
    json_t *r = job("", "");
    cr_assert_str_eq(message(r), "");
    cr_assert_str_eq(said(r, "machine", "box"), box_by_bwrap() ? "bwrap" : "native");
    json_decref(r);
}

static void refused(const char *word, const char *mend)
{
    json_t *r = job("", "");
    cr_assert_eq(json_integer_value(json_object_get(json_object_get(r, "error"), "code")), 10);
    cr_assert(strstr(said(r, "error", "message"), word), "%s", said(r, "error", "message"));
    cr_assert(strstr(said(r, "error", "message"), mend), "%s", said(r, "error", "message"));
    cr_assert_null(json_object_get(r, "build"));
    json_decref(r);
}

static void pretend_bwrap(const char *path, const char *script)
{
    char *text = util_path("#!/bin/sh\n%s\n", script);
    cr_assert(!util_write_file(path, text, strlen(text), NULL) && !chmod(path, 0755));
    free(text);
}

Test(box, no_other_box_in_place_of_bubblewrap)
{
    char bwrap[96], made[96];
    snprintf(bwrap, sizeof bwrap, "%s/bwrap", scratch);
    snprintf(made, sizeof made, "%s/made", inside);
    box_choose("jail");
    refused("RIDGE_BOX is \"jail\"", "native and bwrap");
    box_choose("bwrap");
    setenv("RIDGE_BWRAP", bwrap, 1);
    refused("bubblewrap is not here", "(apt install bubblewrap), or take --box native");
    sh("touch made");
    cr_assert(got.end == SPAWN_FAILED && strstr(text_str(&got.output), "bubblewrap"), "%s", text_str(&got.output));
    cr_assert_neq(access(made, F_OK), 0);
    pretend_bwrap(bwrap, "echo 'bwrap: Unknown option --as-pid-1' >&2; exit 1");
    refused("is too old (Unknown option --as-pid-1)", "install bubblewrap 0.4 or newer");
    pretend_bwrap(bwrap, "exit 0");
    refused("it does not start a program", "or take --box native");
    pretend_bwrap(bwrap, "echo 'bwrap: No permissions to create new namespace' >&2; exit 1");
    refused("cannot make a box (No permissions to create new namespace)", "or take --box native");
    unsetenv("RIDGE_BWRAP");
    setenv("RIDGE_BOX_WITHOUT", "ns", 1);
    refused("RIDGE_BOX_WITHOUT takes ns away", "unset it");
}

Test(box, a_demanded_level_is_kept)
{
    struct box_level l;
    char name[4];
    setenv("RIDGE_BOX_WITHOUT", "cgroup", 1); /* there is one above */
    box_level(0, &l);
    snprintf(name, sizeof name, "L%d", l.level + 1);
    level = name;
    json_t *r = job("", "");
    cr_assert_eq(json_integer_value(json_object_get(json_object_get(r, "error"), "code")), 10);
    cr_assert(strstr(said(r, "error", "message"), l.why), "%s", said(r, "error", "message"));
    cr_assert_null(json_object_get(r, "build"));
    json_decref(r);
    snprintf(name, sizeof name, "L%d", l.level);
    r = job("", "");
    cr_assert_str_eq(message(r), "");
    json_decref(r);
}
