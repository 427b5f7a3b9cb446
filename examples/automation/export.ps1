#Requires -Version 5.1
<#
.SYNOPSIS
Exports a documentation site with a running Offprint, fetches the bundle, compares it and unpacks it.
.DESCRIPTION
Set OFFPRINT_URL, OFFPRINT_API_KEY and DOMAIN first. README.md beside this file tells what it leaves in the folder, the
further settings, and the exit codes. For Windows PowerShell 5.1 and PowerShell 7.
.EXAMPLE
$env:OFFPRINT_URL = 'http://127.0.0.1:4750'; $env:DOMAIN = 'docs.example.com'
$env:OFFPRINT_API_KEY = Get-Content "$HOME\offprint.key"
.\export.ps1 .\bundles
#>
param([string] $Folder = '.')
$ErrorActionPreference = 'Stop'
Add-Type -AssemblyName System.Net.Http
Add-Type -AssemblyName System.IO.Compression.FileSystem
[Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor [Net.SecurityProtocolType]::Tls12

function Say([string] $Line) { [Console]::Error.WriteLine($Line) }
function Fail([int] $Code, [string] $Sentence) {
    Say "export.ps1: $Sentence"
    exit $Code
}
function Setting([string] $Name, [string] $Otherwise) {
    $value = [Environment]::GetEnvironmentVariable($Name)
    if ($value) { $value } else { $Otherwise }
}
function SizeOf([string] $File) {
    if (Test-Path -LiteralPath $File) { (Get-Item -LiteralPath $File -Force).Length } else { 0 }
}
# What went wrong at the bottom of it.
function ReasonOf([Exception] $Problem) {
    while ($Problem.InnerException) { $Problem = $Problem.InnerException }
    $Problem.Message
}

foreach ($name in 'OFFPRINT_URL', 'OFFPRINT_API_KEY', 'DOMAIN') {
    if (-not (Setting $name)) { Fail 2 "Set $name. The first lines of this script show how." }
}
if ($env:OFFPRINT_API_KEY -notmatch '^\w+$') { Fail 2 'OFFPRINT_API_KEY does not contain a valid API key. Copy the whole key again.' }

$jobs = $env:OFFPRINT_URL.TrimEnd('/') + '/v1/static-export/jobs'
$giveUpAfter = [double](Setting 'GIVE_UP_AFTER' '1800')
$retryFor = [double](Setting 'RETRY_FOR' '300')
$pollEvery = [double](Setting 'POLL_EVERY' '5')
$key = Setting 'IDEMPOTENCY_KEY' ([Guid]::NewGuid().ToString())
$Folder = (New-Item -ItemType Directory -Force -Path $Folder).FullName

$client = [System.Net.Http.HttpClient]::new()
$client.Timeout = [TimeSpan]::FromSeconds(120)

# Waits longer from time to time, and gives up when nothing went well for too long.
function NewPatience { @{ Until = [DateTime]::UtcNow.AddSeconds($retryFor); Seconds = 1 } }
function WaitOrGiveUp($Patience, [string] $Why, $After) {
    if ($null -eq $After) { $After = $Patience.Seconds }
    if ([DateTime]::UtcNow.AddSeconds($After) -gt $Patience.Until) { Fail 8 "Gave up: $Why" }
    Say "$Why (next try in $After s)"
    $Patience.Seconds = [Math]::Min($Patience.Seconds * 2, 16)
    Start-Sleep -Seconds $After
}

# The JSON text that a call answers. Repeats it while the server is away or asks to wait, which is safe for every
# request of this script.
function Call([string] $Method, [string] $Url, [string] $Body, [string] $IdempotencyKey) {
    $patience = NewPatience
    while ($true) {
        $status = 0
        $after = $null
        $text = ''
        try {
            $request = [System.Net.Http.HttpRequestMessage]::new($Method, $Url)
            $request.Headers.Authorization = [System.Net.Http.Headers.AuthenticationHeaderValue]::new('Bearer', $env:OFFPRINT_API_KEY)
            if ($IdempotencyKey) { $request.Headers.Add('Idempotency-Key', $IdempotencyKey) }
            if ($Body) {
                $content = [System.Net.Http.ByteArrayContent]::new([Text.Encoding]::UTF8.GetBytes($Body))
                $content.Headers.ContentType = [System.Net.Http.Headers.MediaTypeHeaderValue]::Parse('application/json')
                $request.Content = $content
            }
            $answer = $client.SendAsync($request).GetAwaiter().GetResult()
            $status = [int] $answer.StatusCode
            $text = $answer.Content.ReadAsStringAsync().GetAwaiter().GetResult()
            if ($answer.Headers.RetryAfter -and $answer.Headers.RetryAfter.Delta) {
                $after = [int] $answer.Headers.RetryAfter.Delta.TotalSeconds
            }
            $answer.Dispose()
        } catch {
            $status = 0
            $why = 'The server cannot be reached: ' + (ReasonOf $_.Exception)
        }
        $told = $null
        try { $told = $text | ConvertFrom-Json } catch { $told = $null }
        if ($status -ge 200 -and $status -lt 300) {
            if ($null -eq $told) { Fail 8 'The response is not JSON. Does OFFPRINT_URL point to Offprint?' }
            return $text
        }
        if ($status -ne 0) { $why = if ($told -and $told.error) { $told.error } else { "The server answered $status." } }
        $passes = (0, 429, 502, 503, 504) -contains $status -or ($status -eq 409 -and $null -ne $after)
        if (-not $passes) { Fail 2 $why }
        WaitOrGiveUp $patience $why $after
    }
}

# Asks for a link. bundle.json is what a rollout reads.
function Link([string] $JobId) {
    $text = Call 'POST' "$jobs/$JobId/bundle"
    $file = Join-Path $Folder 'bundle.json'
    [IO.File]::WriteAllText("$file.part", $text)
    Move-Item -Force -LiteralPath "$file.part" -Destination $file
    $text | ConvertFrom-Json
}

# Adds to a file what comes after its first bytes. A connection that is silent for a minute is given up.
function FetchRest([string] $Url, [string] $Part, [long] $Had) {
    $result = @{ Status = 0; Trouble = $null }
    $answer = $null
    $file = $null
    try {
        $request = [System.Net.Http.HttpRequestMessage]::new('GET', $Url)
        if ($Had -gt 0) { $request.Headers.Range = [System.Net.Http.Headers.RangeHeaderValue]::new($Had, $null) }
        $answer = $client.SendAsync($request, [System.Net.Http.HttpCompletionOption]::ResponseHeadersRead).GetAwaiter().GetResult()
        $result.Status = [int] $answer.StatusCode
        if (-not $answer.IsSuccessStatusCode) { throw "the server answered $($result.Status)" }
        # Whatever stands between and does not know parts sends the whole again: 200.
        $mode = if ($result.Status -eq 206) { [IO.FileMode]::Append } else { [IO.FileMode]::Create }
        $file = [System.IO.FileStream]::new($Part, $mode)
        $stream = $answer.Content.ReadAsStreamAsync().GetAwaiter().GetResult()
        $buffer = [byte[]]::new(262144)
        while ($true) {
            $reading = $stream.ReadAsync($buffer, 0, $buffer.Length)
            if (-not $reading.Wait(60000)) { throw 'nothing came for 60 s' }
            if ($reading.Result -eq 0) { break }
            $file.Write($buffer, 0, $reading.Result)
        }
    } catch {
        $result.Trouble = ReasonOf $_.Exception
    } finally {
        if ($file) { $file.Dispose() }
        if ($answer) { $answer.Dispose() }
    }
    $result
}

# 1. Start. The same Idempotency-Key gives the same job, however often the request is sent.
$body = @{ domain = $env:DOMAIN }
if ($env:VERSION) { $body.version = $env:VERSION }
$jobId = (Call 'POST' $jobs ($body | ConvertTo-Json -Compress) $key | ConvertFrom-Json).jobId
Say "The export $jobId of $($env:DOMAIN) is queued."

# 2. Ask until it has ended.
$giveUpAt = [DateTime]::UtcNow.AddSeconds($giveUpAfter)
$last = ''
while ($true) {
    $job = Call 'GET' "$jobs/$jobId" | ConvertFrom-Json
    if ($job.status -eq 'completed') { break }
    if ($job.status -eq 'failed') { Fail 3 "The export $jobId failed: $($job.error)" }
    $line = "$($job.status), $([Math]::Floor($job.progress)) %, $($job.pageCount) pages"
    if ($line -ne $last) { Say $line }
    $last = $line
    if ([DateTime]::UtcNow -ge $giveUpAt) { Fail 8 "Gave up: the export $jobId is $($job.status) after $giveUpAfter s. It continues on the server." }
    Start-Sleep -Milliseconds ($pollEvery * 1000)
}

# 3. Ask for a link.
$bundle = Link $jobId
$name = ([Uri] $bundle.bundleUrl).Segments[-1]
if ($name -notmatch '^\w[\w.-]*$') { Fail 8 "The bundle has a name that is not safe to use: $name" }

# 4. Fetch. What has arrived is kept, under the digest of the whole, so that it goes on where it broke off: in this run
# or in the next.
$part = Join-Path $Folder ".$($bundle.sha256).part"
$patience = NewPatience
while (($had = SizeOf $part) -lt $bundle.sizeBytes) {
    $result = FetchRest $bundle.bundleUrl $part $had
    if ((SizeOf $part) -gt $had) { $patience = NewPatience }
    if (-not $result.Trouble) { continue }
    if ($result.Status -eq 404) { Fail 2 'The bundle has been deleted.' }
    $why = "The download stopped at $(SizeOf $part) of $($bundle.sizeBytes) bytes: $($result.Trouble)"
    if ($result.Status -eq 403) { $why = 'The link has expired, so a new one is needed.' }
    WaitOrGiveUp $patience $why $null
    if ($result.Status -eq 403) { $bundle = Link $jobId } # to the same bytes: a job has one bundle
}
if ((Get-FileHash -LiteralPath $part -Algorithm SHA256).Hash -ne $bundle.sha256) {
    Remove-Item -Force -LiteralPath $part
    Fail 6 'The download is damaged: its SHA-256 does not match the bundle. Nothing was kept. Run this again.'
}
$archive = Join-Path $Folder $name
Move-Item -Force -LiteralPath $part -Destination $archive

# 5. Unpack beside it; the folder appears when it is whole.
$site = $archive -replace '(\.zip|\.tar\.gz)$', ''
$unpacking = Join-Path $Folder ('.offprint.' + [Guid]::NewGuid().ToString('N'))
try {
    if ($archive -like '*.zip') {
        [IO.Compression.ZipFile]::ExtractToDirectory($archive, $unpacking)
    } else {
        $null = New-Item -ItemType Directory -Path $unpacking
        tar -xzf $archive -C $unpacking
        if ($LASTEXITCODE -ne 0) { throw "tar ended with $LASTEXITCODE" }
    }
    if (Test-Path -LiteralPath $site) { Remove-Item -Recurse -Force -LiteralPath $site }
    Move-Item -LiteralPath $unpacking -Destination $site
} catch {
    Fail 6 "$archive cannot be unpacked: $(ReasonOf $_.Exception)"
} finally {
    if (Test-Path -LiteralPath $unpacking) { Remove-Item -Recurse -Force -LiteralPath $unpacking }
}
Say "The bundle is $archive, its pages are in:"
Write-Output $site
