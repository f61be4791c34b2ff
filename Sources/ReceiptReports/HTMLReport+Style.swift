// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

extension HTMLReport {
  /// Readable on a phone, on a desk, in the dark and on paper.
  static let styleSheet = """
    :root { --ink: #1c1c1e; --paper: #fff; --line: #d8d8dc; --soft: #6b6b70; --good: #1a7f37; --bad: #b3261e;
      --doubtful: #8a5a00; --paid: #2f6fde; --trial: #9db8ea; --intro: #6a93e3; }
    @media (prefers-color-scheme: dark) {
      :root { --ink: #ececee; --paper: #17171a; --line: #3a3a40; --soft: #a0a0a8; --good: #4cc26b; --bad: #ff7b72;
        --doubtful: #e0a83a; --paid: #6ea0ff; --trial: #33508c; --intro: #4a74c4; }
    }
    * { box-sizing: border-box; }
    body { margin: 0 auto; padding: 1rem; max-width: 60rem; color: var(--ink); background: var(--paper);
      font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
    header { border-left: .4rem solid var(--line); padding: .2rem 1rem; }
    header.good { border-color: var(--good); } header.bad { border-color: var(--bad); }
    header.doubtful { border-color: var(--doubtful); }
    .verdict { margin: 0; font-weight: 700; text-transform: uppercase; letter-spacing: .04em; }
    .good .verdict { color: var(--good); } .bad .verdict, b.bad { color: var(--bad); }
    .doubtful .verdict { color: var(--doubtful); }
    h1 { margin: 0; font-size: 1.5rem; } h2 { margin: 1.6rem 0 .4rem; font-size: 1.1rem; }
    p { margin: .3rem 0; } .note, footer, dt, th { color: var(--soft); } footer { margin-top: 2rem; font-size: .85rem; }
    dl { margin: 0; } dl div { display: flex; gap: 1rem; border-bottom: 1px solid var(--line); padding: .2rem 0; }
    dt { flex: 0 0 14rem; } dd { margin: 0; }
    table { border-collapse: collapse; width: 100%; font-size: .9rem; }
    th, td { text-align: left; vertical-align: top; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line); }
    tr.cancelled td:nth-child(3), tr.cancelled td:nth-child(4) { text-decoration: line-through; }
    th { overflow-wrap: normal; } td[data-name=bought], td[data-name=until] { white-space: nowrap; }
    .timeline { overflow-x: auto; margin: .5rem 0; } svg { width: 100%; min-width: 36rem; height: auto; display: block; }
    svg text { fill: var(--ink); font: 12px system-ui, sans-serif; } svg text.soft { fill: var(--soft); }
    .paid { fill: var(--paid); } .trial { fill: var(--trial); } .intro { fill: var(--intro); }
    .cancelled-bar { fill: none; stroke: var(--bad); stroke-dasharray: 3 2; }
    .track { fill: var(--line); opacity: .35; } .now { stroke: var(--bad); } .tick { stroke: var(--line); }
    @media (max-width: 40rem) {
      dl div { display: block; } thead { display: none; } tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line); }
      td { display: block; border: 0; padding: .1rem 0; } td:empty { display: none; }
      td[data-name]::before { content: attr(data-name) " "; color: var(--soft); }
    }
    @media print { body { max-width: none; font-size: 11pt; } section { break-inside: avoid; } }
    """
}
