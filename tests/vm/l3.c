/*
 * l3: the cgroup of a box, tried where one is to be had. tests/vm/l3.sh runs it in a machine of its own.
 *
 *     l3            TAP: what is held, what is told, and that nothing is left
 *     l3 level      the level, and what keeps it from the next
 *     l3 owner      a box with a program that sleeps, and its owner, who waits to be killed
 *     l3 hog KIND   within a box: more than it may have
 */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runner/box/box_level.h"
#include "runner/box/children.h"
#include "runner/box/spawn.h"

enum { ALLOWED_MiB = 48, TOO_MUCH_MiB = 160, FINE_MiB = 16, PARTS = 8, TASKS = 24 };

static char self[PATH_MAX];
static int count, failures;

/* ---- inside --------------------------------------------------------------------------------------------- */

static void touch(int MiB, int flags)
{
    size_t n = (size_t)MiB << 20;
    volatile char *p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | flags, -1, 0);
    if (p == MAP_FAILED)
        _exit(3);
    for (size_t k = 0; k < n; k += 4096)
        p[k] = 1;
}

static void *touch_part(void *unused)
{
    touch(TOO_MUCH_MiB / PARTS, MAP_PRIVATE);
    pause();
    return unused;
}

static void hog_threads(void)
{
    pthread_t t[PARTS];
    for (int k = 0; k < PARTS; k++)
        if (pthread_create(&t[k], NULL, touch_part, NULL))
            _exit(3);
    pthread_join(t[0], NULL);
}

static void hog_children(void)
{
    for (int k = 0; k < PARTS; k++)
        if (fork() == 0)
            touch_part(NULL);
    wait(NULL);
}

/* Never mapped: no limit of a process counts it. */
static void hog_file(int fd)
{
    static char block[1 << 20];
    for (int k = 0; k < TOO_MUCH_MiB; k++)
        if (write(fd, block, sizeof block) != sizeof block)
            _exit(3);
}

static void hog_tasks(void)
{
    int n = 1;
    pid_t pid;
    while ((pid = fork()) > 0)
        n++;
    if (pid == 0) {
        close(1); /* who reads it need not wait for us */
        close(2);
        pause();
    }
    printf("%d, then %s\n", n, strerror(errno));
}

static int hog(const char *kind)
{
    if (!strcmp(kind, "fine"))
        touch(FINE_MiB, MAP_PRIVATE);
    else if (!strcmp(kind, "private"))
        touch(TOO_MUCH_MiB, MAP_PRIVATE);
    else if (!strcmp(kind, "shared"))
        touch(TOO_MUCH_MiB, MAP_SHARED);
    else if (!strcmp(kind, "memfd"))
        hog_file(memfd_create("hog", 0));
    else if (!strcmp(kind, "threads"))
        hog_threads();
    else if (!strcmp(kind, "children"))
        hog_children();
    else if (!strcmp(kind, "tasks"))
        hog_tasks();
    else if (!strcmp(kind, "sleep"))
        pause();
    return 0;
}

/* ---- outside -------------------------------------------------------------------------------------------- */

static void check(int ok, const char *what, const char *detail)
{
    printf("%sok %d - %s%s%s\n", ok ? "" : "not ", ++count, what, ok ? "" : ": ", ok ? "" : detail);
    fflush(stdout);
    failures += !ok;
}

static struct box box_of(void)
{
    return (struct box){ .ro = { self, "/usr/lib", "/lib", "/lib64" }, .all_MiB = ALLOWED_MiB, .tasks = TASKS,
                         .in_fd = -1, .cpu = -1 };
}

static struct spawn_result run_hog(const char *kind)
{
    const char *argv[] = { self, "hog", kind, NULL };
    struct box b = box_of();
    return spawn_wait(argv, &b, NULL, 120);
}

/* How many cgroups of boxes there are. */
static int left(void)
{
    char line[16] = "";
    FILE *f = popen("find /sys/fs/cgroup -type d -name 'ridge-box-*' | wc -l", "re");
    char *got = f ? fgets(line, sizeof line, f) : NULL;
    return f && pclose(f) == 0 && got ? atoi(line) : -1;
}

static void check_none_left(const char *after)
{
    char what[64], detail[32];
    int n = left();
    snprintf(what, sizeof what, "nothing is left after %s", after);
    snprintf(detail, sizeof detail, "%d", n);
    check(n == 0, what, detail);
}

static void memory(void)
{
    static const char *const kinds[] = { "private", "shared", "memfd", "threads", "children" };
    struct spawn_result r = run_hog("fine");
    check(r.end == SPAWN_EXIT && !r.code, "what is within the limit runs", text_str(&r.output));
    text_finish(&r.output);
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        char what[64];
        r = run_hog(kinds[k]);
        snprintf(what, sizeof what, "too much memory, %s, is told", kinds[k]);
        check(r.end == SPAWN_MEMORY && strstr(text_str(&r.output), "more than 48 MiB"), what, text_str(&r.output));
        text_finish(&r.output);
    }
}

static void tasks(const char *without)
{
    char what[80];
    int n = 0;
    setenv("RIDGE_BOX_WITHOUT", without, 1);
    struct spawn_result r = run_hog("tasks");
    unsetenv("RIDGE_BOX_WITHOUT");
    snprintf(what, sizeof what, "a fork bomb has its end%s%s", *without ? " without " : "", without);
    check(r.end == SPAWN_EXIT && sscanf(text_str(&r.output), "%d", &n) == 1 && n == TASKS, what, text_str(&r.output));
    text_finish(&r.output);
}

static int owner(void)
{
    struct box b = box_of();
    b.out_fd = -1;
    b.fds[0] = -1;
    b.tool = 1;
    if (!box_cgroups())
        return 1;
    pid_t pid = box_fork(&b);
    if (pid == 0) {
        if (!box_enter(&b))
            execl(self, self, "hog", "sleep", (char *)NULL);
        _exit(127);
    }
    puts("started");
    fflush(stdout);
    for (;;)
        pause();
}

static pid_t start_owner(void)
{
    int p[2];
    char word[16] = "";
    if (pipe(p))
        return -1;
    pid_t pid = fork();
    if (pid == 0) {
        dup2(p[1], 1);
        execl(self, self, "owner", (char *)NULL);
        _exit(127);
    }
    close(p[1]);
    if (read(p[0], word, sizeof word - 1) <= 0)
        pid = -1;
    close(p[0]);
    return pid;
}

static void end(pid_t pid, int sig)
{
    kill(pid, sig);
    waitpid(pid, NULL, 0);
}

static void start_another(void)
{
    pid_t pid = fork();
    if (pid == 0) {
        execl(self, self, "level", (char *)NULL);
        _exit(127);
    }
    waitpid(pid, NULL, 0);
}

/* A living owner's is nobody else's to remove. */
static void killed_owners(void)
{
    pid_t one = start_owner(), two = start_owner();
    check(one > 0 && two > 0 && left() == 2, "two owners have a box each", "");
    end(one, SIGKILL);
    start_another();
    check(left() == 1, "who starts next removes what a killed one left, and nothing else", "");
    end(two, SIGKILL);
    start_another();
    check_none_left("both were killed");
}

static int say_level(void)
{
    struct box_level l;
    box_level(0, &l);
    printf("# L%d: %s\n", l.level, l.why);
    fflush(stdout);
    return l.level != 3;
}

int main(int argc, char **argv)
{
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (argc == 3 && !strcmp(argv[1], "hog"))
        return hog(argv[2]);
    if (n < 0)
        return 2;
    children_adopt();
    if (argc == 2 && !strcmp(argv[1], "level"))
        return say_level();
    if (argc == 2 && !strcmp(argv[1], "owner"))
        return owner();
    check(!say_level(), "the level is L3", "");
    memory();
    tasks("");
    tasks("seccomp");
    check_none_left("boxes that ended");
    killed_owners();
    printf("1..%d\n", count);
    return failures != 0;
}
