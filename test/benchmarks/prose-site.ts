import fs from 'node:fs';
import path from 'node:path';

/** Facts about a generated page, for questions with known answers. */
export type ProsePage = Readonly<{
  path: string;
  language: string;
  title: string;
  /** Words found on no other page, each once in the body. */
  rareWords: readonly string[];
}>;

/**
 * Writes a site of prose in five languages, deterministic for the same arguments: unique titles, sections with anchors,
 * code, lists, and a navigation and a footer on every page. Words are distributed as in real text: a few are
 * everywhere, most are rare.
 */
export function makeProseSite(folder: string, pages: number, seed = 1): ProsePage[] {
  const random = randomNumbers(seed);
  const made: ProsePage[] = [];
  const titles = new Set<string>();
  for (let number = 0; number < pages; number++) {
    const tongue = TONGUES[LANGUAGE_OF[number % LANGUAGE_OF.length] ?? 'en'] ?? ENGLISH;
    let title = '';
    do title = tongue.title(random);
    while (titles.has(title));
    titles.add(title);
    const rareWords = [1, 2, 3].map(() => tongue.rare(random));
    const file =
      number === 0 ? 'index.html' : `${tongue.language}/chapter-${number % 25}/page-${number}.html`;
    made.push({ path: file, language: tongue.language, title, rareWords });
  }
  for (const page of made) {
    const file = path.join(folder, page.path);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, pageHtml(page, made, randomNumbers(seed * 7919 + hash(page.path))));
  }
  return made;
}

/** Of every ten pages six are English, and each other language has one. */
const LANGUAGE_OF = ['en', 'de', 'en', 'fr', 'en', 'zh', 'en', 'ja', 'en', 'en'];

type Random = () => number;

/** Subject of a page: its own names and its vocabulary. */
type Topic = Readonly<{ names: readonly string[]; words: Words }>;

type Words = Readonly<{ nouns: readonly string[]; verbs: readonly string[]; adjectives: readonly string[] }>;

type Tongue = Readonly<{
  language: string;
  words: Words;
  title: (random: Random) => string;
  heading: (random: Random) => string;
  sentence: (random: Random, topic: Topic) => string;
  /** Makes up a word that is not used anywhere else. */
  rare: (random: Random) => string;
  /** Makes a sentence about a rare word. */
  about: (word: string) => string;
  footer: string;
}>;

function pageHtml(page: ProsePage, all: readonly ProsePage[], random: Random): string {
  const tongue = TONGUES[page.language] ?? ENGLISH;
  const depth = page.path.split('/').length - 1;
  const up = '../'.repeat(depth);
  const number = all.indexOf(page);
  const navigation = Array.from({ length: Math.min(all.length, 40) }, (_, index) => {
    const target = all[(number + index * 13) % all.length] ?? page;
    return `<li><a href="${up}${target.path}">${target.title}</a></li>`;
  });
  const topic: Topic = {
    names: Array.from({ length: 6 }, () => capital(invented(random, 2 + Math.floor(random() * 2)))),
    words: {
      nouns: sample(random, tongue.words.nouns, 30),
      verbs: sample(random, tongue.words.verbs, 15),
      adjectives: sample(random, tongue.words.adjectives, 15),
    },
  };
  const rare = [...page.rareWords];
  const sections = Array.from({ length: 4 + Math.floor(random() * 4) }, (_, section) => {
    const heading = tongue.heading(random);
    const id = `section-${section + 1}`;
    const paragraphs = Array.from({ length: 2 + Math.floor(random() * 3) }, () => {
      const sentences = Array.from({ length: 3 + Math.floor(random() * 3) }, () =>
        tongue.sentence(random, topic),
      );
      const word = rare.shift();
      if (word) sentences.splice(1, 0, tongue.about(word));
      return `<p>${sentences.join(/zh|ja/.test(page.language) ? '' : ' ')}</p>`;
    });
    const option = `${camel(random)}${section}`;
    const code = `<pre><code><span class="lineno">1</span><span class="k">const</span> ${option} = <span class="n">open_${camel(random)}</span>({ retries: ${Math.floor(random() * 9)} });</code></pre>`;
    return `<section id="${id}"><h2>${heading} <a class="headerlink" href="#${id}" title="Permalink">¶</a></h2>
${paragraphs.join('\n')}
<div class="code">${section % 2 ? code : ''}<button type="button">Copy</button></div></section>`;
  });
  return `<!DOCTYPE html>
<html lang="${page.language}"><head><meta charset="utf-8"><title>${page.title} | Prose</title>
<link rel="stylesheet" href="${up}site.css"></head>
<body><header><a href="${up}index.html">Prose</a></header>
<nav aria-label="Pages"><ul>${navigation.join('\n')}</ul></nav>
<main><h1>${page.title}</h1>
${sections.join('\n')}
<p class="edit">${tongue.footer}</p></main>
<footer>© Prose</footer></body></html>
`;
}

const SYLLABLES =
  'ba bel cor dan dro fen gal gor hul in jas kel lom mar nev oru pel qua rin sol tam ulv ven wex yar zin'.split(
    ' ',
  );

function invented(random: Random, count: number): string {
  return Array.from({ length: count }, () => pick(random, SYLLABLES)).join('');
}

function camel(random: Random): string {
  return invented(random, 2) + capital(zipf(random, ENGLISH_NOUNS));
}

const ENGLISH_NOUNS =
  words(`system server request cache cluster index table query record session token certificate network
  storage backup release version module package function method parameter value default option setting file folder
  path archive checksum signature policy rule permission role account group project pipeline job worker queue message
  event stream buffer thread process memory processor latency throughput limit quota timeout retry failure error
  warning report metric dashboard alert schedule window region zone replica leader follower election snapshot
  transaction lock conflict schema migration column constraint trigger view partition shard hash encoding character
  string number date interval calendar locale language translation template layout component page link anchor heading
  paragraph image diagram example tutorial guide reference glossary appendix chapter section note reader operator
  administrator developer maintainer contributor license copyright audit compliance inventory asset device sensor
  gateway router switch firewall tunnel proxy balancer container image registry volume mount namespace label selector
  controller scheduler deployment rollout canary rollback patch hotfix incident outage recovery runbook rehearsal`);
const ENGLISH_VERBS =
  words(`reads writes opens closes sends receives accepts refuses starts stops restarts checks verifies signs
  encrypts compresses expands copies moves removes renames creates replaces updates migrates restores records counts
  measures compares orders filters groups joins splits merges publishes announces schedules postpones cancels repeats
  limits allows forbids requires recommends describes documents explains mentions inherits overrides extends delegates
  forwards redirects resolves expires rotates revokes renews grants denies observes reports aggregates replicates`);
const ENGLISH_ADJECTIVES =
  words(`small large new old empty full local remote public private shared exclusive temporary permanent
  optional mandatory internal external primary secondary active passive idle busy healthy broken stale fresh partial
  complete consistent incremental recursive nested parallel sequential synchronous asynchronous encrypted signed
  compressed verified trusted untrusted deprecated experimental stable portable redundant resilient isolated`);
const ENGLISH_JOINTS = words('when because unless before after while although until whenever as');
const ENGLISH_STEMS =
  words(`alpine harbor meadow lantern orchard granite copper violet marble timber falcon heron badger otter
  walnut cedar juniper saffron indigo crimson ivory amber cobalt pewter velvet canyon glacier prairie lagoon summit
  quarry cellar attic parlor pantry chimney shutter gable rafter trellis kettle ladle anvil bellows chisel mallet`);

const ENGLISH: Tongue = {
  language: 'en',
  words: { nouns: ENGLISH_NOUNS, verbs: ENGLISH_VERBS, adjectives: ENGLISH_ADJECTIVES },
  title: (random) =>
    `${pick(random, ['Configuring', 'Understanding', 'Replacing', 'Monitoring', 'Securing', 'Tuning', 'Moving', 'Testing'])} the ${pick(random, ENGLISH_ADJECTIVES)} ${pick(random, ENGLISH_NOUNS)} ${pick(random, ENGLISH_NOUNS)}`,
  heading: (random) => `${capital(zipf(random, ENGLISH_ADJECTIVES))} ${zipf(random, ENGLISH_NOUNS)}s`,
  sentence: (random, topic) => {
    const noun = (): string => zipf(random, topic.words.nouns);
    const verb = (): string => zipf(random, topic.words.verbs);
    const adjective = (): string => zipf(random, topic.words.adjectives);
    const object = random() < 0.3 ? pick(random, topic.names) : `every ${noun()}`;
    const rest = `${pick(random, ENGLISH_JOINTS)} the ${noun()} of ${pick(random, topic.names)} ${verb()} its ${adjective()} ${noun()}`;
    return `The ${adjective()} ${noun()} ${verb()} ${object} in the ${noun()}, ${rest}.`;
  },
  rare: (random) => `${pick(random, ENGLISH_STEMS)}${invented(random, 2)}`,
  about: (word) => `The ${word} is kept for this purpose alone.`,
  footer: 'Was this page helpful? Edit it in the repository.',
};

const GERMAN_HEADS =
  words(`Daten Sicherungs Netzwerk Verbindungs Benutzer Verwaltungs Konfigurations Anwendungs Schlüssel
  Prüf Speicher Fehler Ereignis Verzeichnis Übertragungs Bereitstellungs Überwachungs Freigabe Wartungs Start`);
const GERMAN_TAILS =
  words(`bank verbindung einstellung datei prüfung verwaltung übersicht anleitung regel gruppe rolle richtlinie
  kopie vorlage schnittstelle meldung warteschlange überwachung wiederherstellung größe`);
const GERMAN_NOUNS =
  words(`Bank Verbindung Einstellung Datei Prüfung Verwaltung Übersicht Anleitung Regel Gruppe Rolle Richtlinie
  Kopie Vorlage Schnittstelle Meldung Warteschlange Überwachung Wiederherstellung Größe Anwendung Schlüssel`);
const GERMAN_VERBS = words(
  'prüft liest schreibt öffnet schließt sendet empfängt erneuert begrenzt verlangt erlaubt ersetzt meldet',
);

function german(random: Random): string {
  return pick(random, GERMAN_HEADS) + pick(random, GERMAN_TAILS);
}

const GERMAN: Tongue = {
  language: 'de',
  words: { nouns: GERMAN_NOUNS, verbs: GERMAN_VERBS, adjectives: [] },
  title: (random) => `${german(random)} und ${german(random)} für jede ${pick(random, GERMAN_NOUNS)}`,
  heading: (random) => `Die ${zipf(random, GERMAN_NOUNS)} im Überblick`,
  sentence: (random, topic) =>
    `Die ${zipf(random, topic.words.nouns)} ${zipf(random, topic.words.verbs)} die ${german(random)}, wenn ${pick(random, topic.names)} eine ${zipf(random, topic.words.nouns)} der ${german(random)} ${zipf(random, topic.words.verbs)}.`,
  rare: (random) => capital(`${invented(random, 3)}heit`),
  about: (word) => `Dafür gibt es die ${word} und nichts anderes.`,
  footer: 'War diese Seite hilfreich? Im Quelltext bearbeiten.',
};

const FRENCH_NOUNS =
  words(`serveur réseau fichier dossier requête réponse session jeton certificat stockage sauvegarde version module
  paquet fonction paramètre valeur option réglage chemin archive signature règle rôle compte groupe projet tâche message
  événement flux mémoire délai erreur rapport mesure alerte région table colonne contrainte modèle composant lien`);
const FRENCH_VERBS = words(
  'lit écrit ouvre ferme envoie reçoit accepte refuse démarre arrête vérifie signe copie remplace crée limite',
);
const FRENCH_ADJECTIVES = words(
  'local distant public privé temporaire optionnel interne externe actif périmé partiel complet signé chiffré',
);

const FRENCH: Tongue = {
  language: 'fr',
  words: { nouns: FRENCH_NOUNS, verbs: FRENCH_VERBS, adjectives: FRENCH_ADJECTIVES },
  title: (random) =>
    `Configurer le ${pick(random, FRENCH_NOUNS)} ${pick(random, FRENCH_ADJECTIVES)} du ${pick(random, FRENCH_NOUNS)} ${pick(random, FRENCH_ADJECTIVES)}`,
  heading: (random) => `Le ${zipf(random, FRENCH_NOUNS)} ${zipf(random, FRENCH_ADJECTIVES)}`,
  sentence: (random, topic) =>
    `Le ${zipf(random, topic.words.nouns)} ${zipf(random, topic.words.adjectives)} ${zipf(random, topic.words.verbs)} l’${pick(random, ['archive', 'alerte', 'option', 'erreur'])} du ${zipf(random, topic.words.nouns)} lorsque ${pick(random, topic.names)} ${zipf(random, topic.words.verbs)} un ${zipf(random, topic.words.nouns)}.`,
  rare: (random) => `${invented(random, 3)}té`,
  about: (word) => `La ${word} sert uniquement à cela.`,
  footer: 'Cette page vous a-t-elle aidé ? La modifier dans le dépôt.',
};

const CHINESE_NOUNS = words(
  '服务器 网络 文件 目录 请求 响应 会话 证书 存储 备份 版本 模块 软件包 函数 参数 选项 配置 路径 档案 签名 规则 权限 角色 账户 项目 任务 消息 事件 数据库 连接 内存 错误 报告 指标 区域 表格 索引 模板 组件 链接',
);
const CHINESE_VERBS = words(
  '读取 写入 打开 关闭 发送 接收 接受 拒绝 启动 停止 检查 验证 复制 移动 删除 创建 替换 更新 恢复 记录',
);
const CHINESE_RARE = [
  ...'鼬鹳鹬鳕鲟鲱鲷鹦鹉鸬鹚鹈鹕鹩鹪蝾螈蜥蜴蚺蟒蚯蚓蜈蚣蜻蜓螳螂蟋蟀蚱蜢蝈蝉蛾蛱蚜虱蜱螨蝎蟹虾蛤蚌蚝',
];

const CHINESE: Tongue = {
  language: 'zh',
  words: { nouns: CHINESE_NOUNS, verbs: CHINESE_VERBS, adjectives: [] },
  title: (random) =>
    `${pick(random, CHINESE_VERBS)}${pick(random, CHINESE_NOUNS)}的${pick(random, CHINESE_NOUNS)}${pick(random, CHINESE_NOUNS)}`,
  heading: (random) => `${zipf(random, CHINESE_NOUNS)}的${zipf(random, CHINESE_NOUNS)}`,
  sentence: (random, topic) =>
    `${zipf(random, topic.words.nouns)}${zipf(random, topic.words.verbs)}${zipf(random, topic.words.nouns)}的${zipf(random, topic.words.nouns)}，然后由 ${pick(random, topic.names)} ${zipf(random, topic.words.verbs)}${zipf(random, topic.words.nouns)}。`,
  rare: (random) => Array.from({ length: 3 }, () => pick(random, CHINESE_RARE)).join(''),
  about: (word) => `这里只使用${word}。`,
  footer: '本页有帮助吗？在仓库中编辑。',
};

const JAPANESE_NOUNS = words(
  'サーバー ネットワーク ファイル フォルダー 要求 応答 証明書 記憶域 バックアップ 版 モジュール パッケージ 関数 引数 設定 経路 書庫 署名 規則 権限 役割 口座 計画 作業 通知 データベース 接続 記憶 誤り 報告 指標 地域 表 索引 雛形 部品',
);
const JAPANESE_VERBS = words(
  '読み込みます 書き込みます 開きます 閉じます 送ります 受け取ります 拒否します 起動します 停止します 確認します 検証します 複製します 移動します 削除します 作成します 更新します',
);
const JAPANESE_RARE =
  'ガ ギ グ ゲ ゴ ザ ジ ズ ゼ ゾ ダ デ ド バ ビ ブ ベ ボ パ ピ プ ペ ポ ミャ リュ チョ'.split(' ');

const JAPANESE: Tongue = {
  language: 'ja',
  words: { nouns: JAPANESE_NOUNS, verbs: JAPANESE_VERBS, adjectives: [] },
  title: (random) =>
    `${pick(random, JAPANESE_NOUNS)}の${pick(random, JAPANESE_NOUNS)}と${pick(random, JAPANESE_NOUNS)}の手引き`,
  heading: (random) => `${zipf(random, JAPANESE_NOUNS)}の${zipf(random, JAPANESE_NOUNS)}`,
  sentence: (random, topic) =>
    `${zipf(random, topic.words.nouns)}は${pick(random, topic.names)}の${zipf(random, topic.words.nouns)}を${zipf(random, topic.words.verbs)}。`,
  rare: (random) => Array.from({ length: 5 }, () => pick(random, JAPANESE_RARE)).join(''),
  about: (word) => `ここでは${word}だけを使います。`,
  footer: 'このページは役に立ちましたか。リポジトリで編集できます。',
};

const TONGUES: Readonly<Record<string, Tongue>> = {
  en: ENGLISH,
  de: GERMAN,
  fr: FRENCH,
  zh: CHINESE,
  ja: JAPANESE,
};

function words(list: string): string[] {
  return [...new Set(list.trim().split(/\s+/))];
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function pick(random: Random, list: readonly string[]): string {
  return list[Math.floor(random() * list.length)] ?? '';
}

/** Picks some distinct words of a list. */
function sample(random: Random, list: readonly string[], count: number): string[] {
  return list
    .map((word) => ({ word, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ word }) => word);
}

/** Picks a word; those early in the list come up much more often. */
function zipf(random: Random, list: readonly string[]): string {
  return list[Math.floor(list.length * random() ** 2.5)] ?? '';
}

/** Mulberry32: small, seeded, good enough for prose. */
function randomNumbers(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function hash(text: string): number {
  let value = 0;
  for (const character of text) value = (Math.imul(value, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return value;
}
