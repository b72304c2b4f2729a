/*
 * net_rogue.c: ridge-net after a server has taken it over: it is started by net_run(), in the same box, and shuts
 * that behind itself as ridge-net does. A job's address says what it tries ("read:/etc/shadow"); `status` of the answer
 * is the errno, 0 where it got through.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runner/box/box.h"
#include "runner/net/net.h"

static void line(const char *text)
{
    puts(text);
    fflush(stdout);
}

static int take_file(size_t job)
{
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(sizeof(int))];
    } c;
    char said[NET_SAID];
    int fd = -1;
    struct iovec v = { said, sizeof said };
    struct msghdr m = { .msg_iov = &v, .msg_iovlen = 1, .msg_control = &c, .msg_controllen = sizeof c };
    printf("{\"job\":%zu,\"open\":true}\n", job);
    fflush(stdout);
    if (recvmsg(NET_SOCKET, &m, 0) > 0 && *said == 'F')
        memcpy(&fd, CMSG_DATA(&c.head), sizeof fd);
    return fd;
}

static int tries_file(const char *path, int flags)
{
    int fd = open(path, flags | O_CLOEXEC, 0644);
    return fd < 0 ? errno : (close(fd), 0);
}

static int tries_exec(const char *path)
{
    char *none[] = { NULL };
    execve(path, none, none);
    return errno;
}

/* syscall(), so that no wrapper answers in the kernel's place. */
static int tries_call(const char *name)
{
    static const struct {
        const char *name;
        long nr, a, b, c;
    } t[] = {
        { "fork", SYS_clone, SIGCHLD, 0, 0 },
        { "ptrace", SYS_ptrace, PTRACE_TRACEME, 0, 0 },
        { "unix", SYS_socket, AF_UNIX, SOCK_STREAM, 0 },
        { "netlink", SYS_socket, AF_NETLINK, SOCK_RAW, 0 },
        { "raw", SYS_socket, AF_INET, SOCK_RAW, IPPROTO_TCP },
        { "mptcp", SYS_socket, AF_INET, SOCK_STREAM, 262 },
        { "packet", SYS_socket, AF_PACKET, SOCK_RAW, 0 },
        { "vsock", SYS_socket, 40, SOCK_STREAM, 0 },
        { "tcp", SYS_socket, AF_INET, SOCK_STREAM | SOCK_CLOEXEC, IPPROTO_TCP },
        { "udp6", SYS_socket, AF_INET6, SOCK_DGRAM, 0 },
        { "kill", SYS_kill, 1, 0, 0 },
        { "io_uring", SYS_io_uring_setup, 1, 0, 0 },
        { "memfd", SYS_memfd_create, (long)"x", 0, 0 },
        { "unshare", SYS_unshare, 0x10000000, 0, 0 },
        { "keyctl", SYS_keyctl, 0, 0, 0 },
        { "bpf", SYS_bpf, 0, 0, 0 },
        { "inject", SYS_ioctl, 0, 0x5412, 0 }, /* TIOCSTI */
    };
    for (size_t k = 0; k < sizeof t / sizeof *t; k++)
        if (!strcmp(name, t[k].name)) {
            long rc = syscall(t[k].nr, t[k].a, t[k].b, t[k].c);
            if (!rc && !strcmp(name, "fork"))
                _exit(0);
            return rc < 0 ? errno : 0;
        }
    return -1;
}

static int tries_server(void)
{
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    return bind(fd, (struct sockaddr *)&at, sizeof at) || listen(fd, 1) ? errno : 0;
}

static int tries_connect(const char *port)
{
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
                              .sin_port = htons((uint16_t)atoi(port)) };
    return connect(socket(AF_INET, SOCK_STREAM, 0), (struct sockaddr *)&at, sizeof at) ? errno : 0;
}

static int tries_memory(void)
{
    static const size_t most = (size_t)2 << 30;
    char *p = malloc(most);
    return p ? 0 : errno;
}

static int fills(int fd, const char *bytes)
{
    long n = atol(bytes);
    for (char c = '%'; n > 0; n--)
        if (write(fd, &c, 1) != 1)
            return errno;
    return 0;
}

static int count_environment(void)
{
    int n = 0;
    for (char **e = environ; *e; e++)
        n += strncmp(*e, "RIDGE_BOX_WITHOUT=", 18) != 0;
    return n;
}

/* What it says of itself that a healthy one would not. */
static void lies(const char *what, size_t job)
{
    if (!strcmp(what, "another"))
        line("{\"job\":99,\"ok\":true}");
    else if (!strcmp(what, "negative"))
        line("{\"job\":-1,\"ok\":true}");
    else if (!strcmp(what, "words"))
        line("no \033[31mobject");
    else if (!strcmp(what, "twice"))
        take_file(job), take_file(job);
    else if (!strcmp(what, "escape"))
        line("{\"job\":0,\"ok\":false,\"kind\":\"\\u001b[2J\",\"why\":\"\\u001b]0;x\\u0007\",\"status\":0}");
    else if (!strcmp(what, "tag"))
        take_file(job), line("{\"job\":0,\"tag\":\"a\\r\\nCookie: b\"}");
    else if (!strcmp(what, "cut"))
        fills(take_file(job), "7");
    else if (!strcmp(what, "silent"))
        poll(NULL, 0, -1);
}

static void answer(size_t job, const json_t *spec)
{
    const char *url = json_string_value(json_object_get(spec, "url")), *of = strchr(url, ':') + 1;
    int got = !strncmp(url, "read:", 5)      ? tries_file(of, O_RDONLY)
              : !strncmp(url, "write:", 6)   ? tries_file(of, O_WRONLY | O_CREAT)
              : !strncmp(url, "exec:", 5)    ? tries_exec(of)
              : !strncmp(url, "call:", 5)    ? tries_call(of)
              : !strncmp(url, "server:", 7)  ? tries_server()
              : !strncmp(url, "connect:", 8) ? tries_connect(of)
              : !strncmp(url, "memory:", 7)  ? tries_memory()
              : !strncmp(url, "fill:", 5)    ? fills(take_file(job), of)
              : !strncmp(url, "environ:", 8) ? count_environment()
                                             : 0;
    if (!strncmp(url, "lie:", 4))
        lies(of, job);
    json_t *a = json_pack("{s:I s:b s:i s:o s:s}", "job", (json_int_t)job, "ok", 1, "status", got, "body",
                          json_string(json_dumps(spec, JSON_SORT_KEYS)), "why", "");
    line(json_dumps(a, JSON_COMPACT));
}

int main(void)
{
    size_t k;
    const json_t *spec;
    if (box_seccomp_net())
        return 1;
    json_t *all = json_loadf(stdin, 0, NULL);
    json_array_foreach(json_object_get(all, "jobs"), k, spec)
        answer(k, spec);
    return 0;
}
