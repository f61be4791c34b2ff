// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

#pragma once
#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdint.h>

// MHD_start_daemon takes its options as variable arguments, which Swift cannot pass.
static inline struct MHD_Daemon *sample_server_start(
    uint16_t port, unsigned int threads, unsigned int connections, unsigned int idle_seconds,
    MHD_AccessHandlerCallback handle, MHD_RequestCompletedCallback completed, void *context) {
  struct sockaddr_in loopback = {.sin_family = AF_INET, .sin_port = htons(port)};
  loopback.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC | MHD_USE_ERROR_LOG, port, NULL, NULL, handle, context,
      MHD_OPTION_SOCK_ADDR, &loopback, MHD_OPTION_NOTIFY_COMPLETED, completed, context,
      MHD_OPTION_THREAD_POOL_SIZE, threads, MHD_OPTION_CONNECTION_LIMIT, connections,
      MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds, MHD_OPTION_END);
}

// The port that the daemon listens on; 0 if it does not.
static inline uint16_t sample_server_port(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info ? info->port : 0;
}
