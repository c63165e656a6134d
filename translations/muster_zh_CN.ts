<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Alert</name>
    <message>
        <source>GPU unhealthy</source>
        <translation>GPU 异常</translation>
    </message>
    <message>
        <source>GPU lost</source>
        <translation>GPU 丢失</translation>
    </message>
    <message>
        <source>Node unreachable</source>
        <translation>节点不可达</translation>
    </message>
    <message>
        <source>GPU hot</source>
        <translation>GPU 过热</translation>
    </message>
    <message>
        <source>GPU held but idle</source>
        <translation>GPU 被占用但空闲</translation>
    </message>
    <message>
        <source>Job pending too long</source>
        <translation>作业等待过久</translation>
    </message>
    <message>
        <source>GPU in use outside Muster</source>
        <translation>GPU 被 Muster 之外的程序使用</translation>
    </message>
    <message>
        <source>Node cannot launch</source>
        <translation>节点无法启动容器</translation>
    </message>
    <message>
        <source>Driver broken</source>
        <translation>驱动故障</translation>
    </message>
    <message>
        <source>Device rules changed</source>
        <translation>设备规则被更改</translation>
    </message>
    <message>
        <source>GPU claimed twice</source>
        <translation>GPU 被重复声明</translation>
    </message>
    <message>
        <source>Disk full</source>
        <translation>磁盘已满</translation>
    </message>
    <message>
        <source>Journal is an older copy</source>
        <translation>日志是旧副本</translation>
    </message>
    <message>
        <source>Critical</source>
        <translation>严重</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
</context>
<context>
    <name>ApiCall</name>
    <message>
        <source>The master answered with status %1</source>
        <translation>主节点以状态 %1 答复</translation>
    </message>
</context>
<context>
    <name>CommandText</name>
    <message>
        <source>Choose a GPU</source>
        <translation>请选择一个 GPU</translation>
    </message>
    <message>
        <source>%1 is already restricted</source>
        <translation>%1 已经被限制使用</translation>
    </message>
    <message>
        <source>Choose a restricted GPU</source>
        <translation>请选择一个已限制的 GPU</translation>
    </message>
    <message>
        <source>%1 is not restricted</source>
        <translation>%1 未被限制使用</translation>
    </message>
    <message>
        <source>%1 is taken out of service immediately and no longer offered.</source>
        <translation>%1 将立即停用，不再被邀约。</translation>
    </message>
    <message>
        <source>%1 is no longer offered. The task that holds it may finish.</source>
        <translation>%1 不再被邀约。占用它的任务会运行到结束。</translation>
    </message>
    <message>
        <source>%1 are taken out of service immediately and no longer offered.</source>
        <translation>%1 将立即停用，不再被邀约。</translation>
    </message>
    <message>
        <source>%1 are no longer offered. Tasks that hold them may finish.</source>
        <translation>%1 不再被邀约。占用它们的任务会运行到结束。</translation>
    </message>
    <message>
        <source>%1, held by %2</source>
        <translation>%1，由 %2 占用</translation>
    </message>
    <message>
        <source>Restrict %1</source>
        <translation>限制使用 %1</translation>
    </message>
    <message>
        <source>Restrict</source>
        <translation>限制使用</translation>
    </message>
    <message>
        <source>Restricted: %1</source>
        <translation>已限制：%1</translation>
    </message>
    <message>
        <source>%1, restricted by %2: %3</source>
        <translation>%1，由 %2 限制：%3</translation>
    </message>
    <message>
        <source>Returned to service: %1.</source>
        <translation>恢复使用：%1。</translation>
    </message>
    <message>
        <source>Release %1</source>
        <translation>释放 %1</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>释放</translation>
    </message>
    <message>
        <source>Released: %1</source>
        <translation>已释放：%1</translation>
    </message>
    <message>
        <source>Choose a node</source>
        <translation>请选择一个节点</translation>
    </message>
    <message>
        <source>%1 is already drained</source>
        <translation>%1 已经排空</translation>
    </message>
    <message>
        <source>%1 is already draining</source>
        <translation>%1 已经在排空</translation>
    </message>
    <message>
        <source>%1 is not drained</source>
        <translation>%1 未被排空</translation>
    </message>
    <message>
        <source>%1 was marked gone</source>
        <translation>%1 已被标记为永久失效</translation>
    </message>
    <message>
        <source>%1 is still draining: it can be resumed when its tasks have ended</source>
        <translation>%1 仍在排空：其任务结束后才能恢复</translation>
    </message>
    <message>
        <source>No new work is placed on %1. Nothing is running there now.</source>
        <translation>不再向 %1 分派新任务。目前没有任务在其上运行。</translation>
    </message>
    <message>
        <source>No new work is placed on %1. The drain %2; jobs among them return to the queue.</source>
        <translation>不再向 %1 分派新任务。这将%2；其中的作业会回到队列。</translation>
    </message>
    <message>
        <source>Drain %1</source>
        <translation>排空 %1</translation>
    </message>
    <message>
        <source>Drain</source>
        <translation>排空</translation>
    </message>
    <message>
        <source>No new work is placed on %1</source>
        <translation>不再向 %1 分派新任务</translation>
    </message>
    <message>
        <source>%1, drained by %2: %3</source>
        <translation>%1，由 %2 排空：%3</translation>
    </message>
    <message>
        <source>Work is placed on %1 again.</source>
        <translation>重新向 %1 分派任务。</translation>
    </message>
    <message>
        <source>Resume %1</source>
        <translation>恢复 %1</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Work is placed on %1 again</source>
        <translation>已重新向 %1 分派任务</translation>
    </message>
    <message>
        <source>1 task</source>
        <translation>1 个任务</translation>
    </message>
    <message numerus="yes">
        <source>%n tasks</source>
        <translation>
            <numerusform>%n 个任务</numerusform>
        </translation>
    </message>
    <message>
        <source>1 user</source>
        <translation>1 个用户</translation>
    </message>
    <message numerus="yes">
        <source>%n users</source>
        <translation>
            <numerusform>%n 个用户</numerusform>
        </translation>
    </message>
    <message>
        <source>1 job</source>
        <translation>1 个作业</translation>
    </message>
    <message numerus="yes">
        <source>%n jobs</source>
        <translation>
            <numerusform>%n 个作业</numerusform>
        </translation>
    </message>
    <message>
        <source>1 GPU</source>
        <translation>1 个 GPU</translation>
    </message>
    <message numerus="yes">
        <source>%n GPUs</source>
        <translation>
            <numerusform>%n 个 GPU</numerusform>
        </translation>
    </message>
    <message>
        <source>1 node</source>
        <translation>1 个节点</translation>
    </message>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>GPU %1 of %2</source>
        <translation>%2 的 GPU %1</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1，位于 %2</translation>
    </message>
    <message>
        <source>%1 of %2 on %3</source>
        <translation>%2 的 %1，位于 %3</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>stops %1 of %2</source>
        <translation>停止 %2的 %1</translation>
    </message>
    <message>
        <source>%1 has ended</source>
        <translation>%1 已结束</translation>
    </message>
    <message>
        <source>Choose a pending job</source>
        <translation>请选择一个等待中的作业</translation>
    </message>
    <message>
        <source>%1 is already running: only pending jobs can be held</source>
        <translation>%1 已在运行：只能挂起等待中的作业</translation>
    </message>
    <message>
        <source>%1 is being started: only pending jobs can be held</source>
        <translation>%1 正在启动：只能挂起等待中的作业</translation>
    </message>
    <message>
        <source>%1 is already held</source>
        <translation>%1 已经挂起</translation>
    </message>
    <message>
        <source>Choose a held job</source>
        <translation>请选择一个已挂起的作业</translation>
    </message>
    <message>
        <source>%1 is not held</source>
        <translation>%1 未挂起</translation>
    </message>
    <message>
        <source>Choose a job</source>
        <translation>请选择一个作业</translation>
    </message>
    <message>
        <source>Choose a task</source>
        <translation>请选择一个任务</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 的 %1</translation>
    </message>
    <message>
        <source>Held in the queue until released: %1. The place in the queue is kept, but other jobs may start first.</source>
        <translation>保留在队列中直到放行：%1。队列中的位置会保留，但其他作业可以先启动。</translation>
    </message>
    <message>
        <source>Hold %1</source>
        <translation>挂起 %1</translation>
    </message>
    <message>
        <source>Hold</source>
        <translation>挂起</translation>
    </message>
    <message>
        <source>Held: %1</source>
        <translation>已挂起：%1</translation>
    </message>
    <message>
        <source>%1, held by %2: %3</source>
        <translation>%1，由 %2 挂起：%3</translation>
    </message>
    <message>
        <source>May start again from its place in the queue: %1.</source>
        <translation>可从其队列位置重新启动：%1。</translation>
    </message>
    <message>
        <source>%1 of %2, not started</source>
        <translation>%2 的 %1，尚未启动</translation>
    </message>
    <message>
        <source>This %1. Their processes are killed and unsaved results are lost.</source>
        <translation>这将%1。其进程会被终止，未保存的结果会丢失。</translation>
    </message>
    <message>
        <source>Removed from the queue: %1.</source>
        <translation>移出队列：%1。</translation>
    </message>
    <message>
        <source>Kill %1</source>
        <translation>终止 %1</translation>
    </message>
    <message>
        <source>Kill</source>
        <translation>终止</translation>
    </message>
    <message>
        <source>Killing: %1</source>
        <translation>正在终止：%1</translation>
    </message>
    <message>
        <source>This %1. Their processes are killed and unsaved results are lost. Their frameworks may restart them.</source>
        <translation>这将%1。其进程会被终止，未保存的结果会丢失。其框架可能会重新启动它们。</translation>
    </message>
    <message>
        <source>%1 loses %2 on %3, which it has not accepted yet. It is not offered them again for 5 seconds, so that others come first. Nothing that is running is stopped.</source>
        <translation>%1 将失去 %3 上尚未接受的 %2。5 秒内不会再向其邀约，以便其他框架优先。正在运行的内容不会停止。</translation>
    </message>
    <message>
        <source>%1 of %2 are rescinded. They are not offered the same again for 5 seconds, so that others come first. Nothing that is running is stopped.</source>
        <translation>将撤回 %2的 %1。5 秒内不会再向它们邀约，以便其他框架优先。正在运行的内容不会停止。</translation>
    </message>
    <message>
        <source>Choose an offer</source>
        <translation>请选择一个资源邀约</translation>
    </message>
    <message>
        <source>Rescind %1</source>
        <translation>撤回 %1</translation>
    </message>
    <message>
        <source>Rescind</source>
        <translation>撤回</translation>
    </message>
    <message>
        <source>Rescinded: %1</source>
        <translation>已撤回：%1</translation>
    </message>
    <message>
        <source>1 offer</source>
        <translation>1 个资源邀约</translation>
    </message>
    <message numerus="yes">
        <source>%n offers</source>
        <translation>
            <numerusform>%n 个资源邀约</numerusform>
        </translation>
    </message>
    <message>
        <source>1 framework</source>
        <translation>1 个框架</translation>
    </message>
    <message numerus="yes">
        <source>%n frameworks</source>
        <translation>
            <numerusform>%n 个框架</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2 on %3</source>
        <translation>%1：%3 上的 %2</translation>
    </message>
    <message>
        <source>%1 is already paused</source>
        <translation>%1 已暂停</translation>
    </message>
    <message>
        <source>%1 is not paused</source>
        <translation>%1 未暂停</translation>
    </message>
    <message>
        <source>1 service</source>
        <translation>1 个服务</translation>
    </message>
    <message numerus="yes">
        <source>%n services</source>
        <translation>
            <numerusform>%n 个服务</numerusform>
        </translation>
    </message>
    <message>
        <source>1 schedule</source>
        <translation>1 个计划</translation>
    </message>
    <message numerus="yes">
        <source>%n schedules</source>
        <translation>
            <numerusform>%n 个计划</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose a schedule</source>
        <translation>请选择计划</translation>
    </message>
    <message>
        <source>A run of %1 is started at once.</source>
        <translation>立即启动 %1 的一次运行。</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Run %1 now</source>
        <translation>立即运行 %1</translation>
    </message>
    <message>
        <source>Started a run: %1</source>
        <translation>已启动一次运行：%1</translation>
    </message>
    <message>
        <source>No run of %1 is started until it is resumed. Runs that have started go on.</source>
        <translation>在恢复之前不启动 %1 的运行。已启动的运行继续。</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Pause %1</source>
        <translation>暂停 %1</translation>
    </message>
    <message>
        <source>Paused: %1</source>
        <translation>已暂停：%1</translation>
    </message>
    <message>
        <source>Runs of %1 are started again when they are due.</source>
        <translation>%1 的运行到时会再次启动。</translation>
    </message>
    <message>
        <source>Resumed: %1</source>
        <translation>已恢复：%1</translation>
    </message>
    <message>
        <source>%1 is deleted. None of its runs is under way.</source>
        <translation>%1 将被删除。它没有正在进行的运行。</translation>
    </message>
    <message>
        <source>%1 is deleted. Its runs are killed and unsaved results are lost.</source>
        <translation>%1 将被删除。它的运行被终止，未保存的结果会丢失。</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete %1</source>
        <translation>删除 %1</translation>
    </message>
    <message>
        <source>Deleted: %1</source>
        <translation>已删除：%1</translation>
    </message>
    <message>
        <source>Choose a service</source>
        <translation>请选择服务</translation>
    </message>
    <message>
        <source>%1 is already being deleted</source>
        <translation>%1 已在删除中</translation>
    </message>
    <message>
        <source>No deployment changes %1</source>
        <translation>没有部署在更改 %1</translation>
    </message>
    <message>
        <source>%1: %2 of %3 instances are running</source>
        <translation>%1：%3 个实例中有 %2 个在运行</translation>
    </message>
    <message>
        <source>Instances of %1 are started or killed until there are as many as are entered here.</source>
        <translation>启动或终止 %1 的实例，直到数量与此处填写的一致。</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>伸缩</translation>
    </message>
    <message>
        <source>Scale %1</source>
        <translation>伸缩 %1</translation>
    </message>
    <message>
        <source>Scaling: %1</source>
        <translation>正在伸缩：%1</translation>
    </message>
    <message>
        <source>All instances of %1 are replaced by new ones, step by step.</source>
        <translation>%1 的全部实例将逐步由新实例替换。</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>重启</translation>
    </message>
    <message>
        <source>Restart %1</source>
        <translation>重启 %1</translation>
    </message>
    <message>
        <source>Restarting: %1</source>
        <translation>正在重启：%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>The deployment of %1 is cancelled, and what it has changed is changed back by a new one.</source>
        <translation>取消 %1 的部署，它已更改的内容由新的部署改回。</translation>
    </message>
    <message>
        <source>Roll back</source>
        <translation>回滚</translation>
    </message>
    <message>
        <source>Roll back the deployment of %1</source>
        <translation>回滚 %1 的部署</translation>
    </message>
    <message>
        <source>Rolling back: %1</source>
        <translation>正在回滚：%1</translation>
    </message>
    <message>
        <source>%1 is deleted with its earlier versions. No instance is running.</source>
        <translation>%1 及其早期版本将被删除。没有实例在运行。</translation>
    </message>
    <message>
        <source>%1 is deleted with its earlier versions. This %2.</source>
        <translation>%1 及其早期版本将被删除。这将%2。</translation>
    </message>
    <message>
        <source>Deleting: %1</source>
        <translation>正在删除：%1</translation>
    </message>
</context>
<context>
    <name>Failure</name>
    <message>
        <source>Cause</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Exit status</source>
        <translation>退出状态</translation>
    </message>
    <message>
        <source>Signal</source>
        <translation>信号</translation>
    </message>
    <message>
        <source>Memory limit</source>
        <translation>内存上限</translation>
    </message>
    <message>
        <source>Memory peak</source>
        <translation>内存峰值</translation>
    </message>
    <message>
        <source>Killed by</source>
        <translation>终止者</translation>
    </message>
    <message>
        <source>Hint</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>The task used more memory than it requested</source>
        <translation>任务使用的内存超过了申请量</translation>
    </message>
    <message>
        <source>Request more memory (--mem), or make the program use less: smaller batches, fewer workers</source>
        <translation>申请更多内存（--mem），或减少程序的内存用量：更小的批次、更少的工作进程</translation>
    </message>
    <message>
        <source>The image could not be pulled or used</source>
        <translation>无法拉取或使用镜像</translation>
    </message>
    <message>
        <source>Check the image&apos;s name and tag and the registry credentials; test with &apos;muster images pull&apos;</source>
        <translation>检查镜像的名称、标签和仓库凭据；可用 &apos;muster images pull&apos; 测试</translation>
    </message>
    <message>
        <source>A file that the task needs could not be fetched</source>
        <translation>无法获取任务所需的文件</translation>
    </message>
    <message>
        <source>Check the URI; operators can allow more addresses with the agent&apos;s --fetch_allow and local files with --fetch_files</source>
        <translation>检查 URI；操作员可用代理的 --fetch_allow 允许更多地址，用 --fetch_files 允许本地文件</translation>
    </message>
    <message>
        <source>The container could not be launched</source>
        <translation>无法启动容器</translation>
    </message>
    <message>
        <source>Read the message; if other tasks fail on the same node too, drain it</source>
        <translation>查看消息；如果同一节点上的其他任务也失败，请将其排空</translation>
    </message>
    <message>
        <source>The shell did not find a command</source>
        <translation>shell 找不到命令</translation>
    </message>
    <message>
        <source>Check the command&apos;s spelling, its PATH and whether the image has the program</source>
        <translation>检查命令的拼写、PATH，以及镜像中是否有该程序</translation>
    </message>
    <message>
        <source>A program could not be executed</source>
        <translation>无法执行某个程序</translation>
    </message>
    <message>
        <source>Check that it is executable (chmod +x) and built for this architecture</source>
        <translation>检查它是否可执行（chmod +x），以及是否为此架构构建</translation>
    </message>
    <message>
        <source>The program crashed</source>
        <translation>程序崩溃</translation>
    </message>
    <message>
        <source>Read the end of its stderr; if there is nothing, run it in a debugger</source>
        <translation>查看其 stderr 的末尾；若没有内容，请在调试器中运行</translation>
    </message>
    <message>
        <source>The program was ended by a signal that Muster did not send</source>
        <translation>程序被一个并非由 Muster 发送的信号终止</translation>
    </message>
    <message>
        <source>Find out who sent it: the program itself, a person, or the kernel of the host (dmesg)</source>
        <translation>查明发送者：程序自身、某个人或主机的内核（dmesg）</translation>
    </message>
    <message>
        <source>The command ended with an error</source>
        <translation>命令以错误结束</translation>
    </message>
    <message>
        <source>Read the end of its stderr</source>
        <translation>查看其 stderr 的末尾</translation>
    </message>
</context>
<context>
    <name>Handshake</name>
    <message>
        <source>The certificate is not valid for %1: use the address that is in the certificate</source>
        <translation>证书对 %1 无效：请使用证书中的地址</translation>
    </message>
    <message>
        <source>The certificate of %1 is not signed by a trusted authority: specify its CA file</source>
        <translation>%1 的证书不是由受信任的机构签发的：请指定其 CA 文件</translation>
    </message>
    <message>
        <source>The certificate of %1 has expired</source>
        <translation>%1 的证书已过期</translation>
    </message>
    <message>
        <source>The certificate of %1 is not valid yet: check the clock</source>
        <translation>%1 的证书尚未生效：请检查系统时钟</translation>
    </message>
    <message>
        <source>The certificate of %1 was rejected: %2</source>
        <translation>%1 的证书被拒绝：%2</translation>
    </message>
    <message>
        <source>This master requires a token</source>
        <translation>此主控需要令牌</translation>
    </message>
    <message>
        <source>The master rejected the token (401)</source>
        <translation>主控拒绝了令牌 (401)</translation>
    </message>
    <message>
        <source>The master denies access to this user or under this host name (403)</source>
        <translation>主控拒绝此用户或以此主机名进行的访问 (403)</translation>
    </message>
    <message>
        <source>There is no Muster master at this address (404)</source>
        <translation>此地址没有 Muster 主控 (404)</translation>
    </message>
    <message>
        <source>Host %1 not found: check the spelling</source>
        <translation>找不到主机 %1：请检查拼写</translation>
    </message>
    <message>
        <source>%1 refused the connection: is the master running on this port?</source>
        <translation>%1 拒绝了连接：主控是否在此端口上运行？</translation>
    </message>
    <message>
        <source>%1 does not answer: check the network and the address</source>
        <translation>%1 没有响应：请检查网络和地址</translation>
    </message>
    <message>
        <source>TLS connection to %1 failed: %2</source>
        <translation>与 %1 的 TLS 连接失败：%2</translation>
    </message>
    <message>
        <source>The master closed the connection</source>
        <translation>主控关闭了连接</translation>
    </message>
</context>
<context>
    <name>Holding</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>Metric</name>
    <message>
        <source>GPU utilisation</source>
        <translation>GPU 利用率</translation>
    </message>
    <message>
        <source>Share of time in which a kernel ran</source>
        <translation>有 CUDA 内核运行的时间占比</translation>
    </message>
    <message>
        <source>Memory utilisation</source>
        <translation>显存利用率</translation>
    </message>
    <message>
        <source>Share of time in which GPU memory was read or written</source>
        <translation>读写显存的时间占比</translation>
    </message>
    <message>
        <source>Memory used</source>
        <translation>已用显存</translation>
    </message>
    <message>
        <source>GPU memory in use, the driver&apos;s own included</source>
        <translation>使用中的显存，包括驱动自身占用的部分</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Temperature of the GPU die</source>
        <translation>GPU 芯片温度</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功耗</translation>
    </message>
    <message>
        <source>Electrical power drawn by the board</source>
        <translation>板卡消耗的电功率</translation>
    </message>
    <message>
        <source>SM clock</source>
        <translation>SM 频率</translation>
    </message>
    <message>
        <source>Clock of the streaming multiprocessors</source>
        <translation>流式多处理器的频率</translation>
    </message>
    <message>
        <source>Memory clock</source>
        <translation>显存频率</translation>
    </message>
    <message>
        <source>Clock of the GPU memory</source>
        <translation>GPU 显存的频率</translation>
    </message>
    <message>
        <source>Fan</source>
        <translation>风扇</translation>
    </message>
    <message>
        <source>Intended fan speed; passively cooled boards have none</source>
        <translation>目标风扇转速；被动散热的板卡无此项</translation>
    </message>
    <message>
        <source>P-state</source>
        <translation>性能状态</translation>
    </message>
    <message>
        <source>0 is the fastest state, 15 the slowest</source>
        <translation>0 为最快状态，15 为最慢状态</translation>
    </message>
    <message>
        <source>ECC errors</source>
        <translation>ECC 错误</translation>
    </message>
    <message>
        <source>Uncorrected memory errors since the driver was loaded</source>
        <translation>驱动加载以来未纠正的显存错误数</translation>
    </message>
    <message>
        <source>PCIe generation</source>
        <translation>PCIe 代数</translation>
    </message>
    <message>
        <source>Current link generation; idle GPUs drop to 1</source>
        <translation>当前链路代数；空闲的 GPU 会降到 1</translation>
    </message>
    <message>
        <source>PCIe width</source>
        <translation>PCIe 宽度</translation>
    </message>
    <message>
        <source>Current number of PCIe lanes</source>
        <translation>当前 PCIe 通道数</translation>
    </message>
    <message>
        <source>Throttle reasons</source>
        <translation>降频原因</translation>
    </message>
    <message>
        <source>Bits of NVML&apos;s clock event reasons; 0 is none</source>
        <translation>NVML 频率事件原因的位掩码；0 表示无</translation>
    </message>
    <message>
        <source>PCIe received</source>
        <translation>PCIe 接收</translation>
    </message>
    <message>
        <source>Traffic over PCIe to the GPU</source>
        <translation>经 PCIe 传入 GPU 的流量</translation>
    </message>
    <message>
        <source>PCIe sent</source>
        <translation>PCIe 发送</translation>
    </message>
    <message>
        <source>Traffic over PCIe from the GPU</source>
        <translation>经 PCIe 从 GPU 传出的流量</translation>
    </message>
    <message>
        <source>NVLink received</source>
        <translation>NVLink 接收</translation>
    </message>
    <message>
        <source>Payload over all NVLinks to the GPU</source>
        <translation>经所有 NVLink 传入 GPU 的有效数据</translation>
    </message>
    <message>
        <source>NVLink sent</source>
        <translation>NVLink 发送</translation>
    </message>
    <message>
        <source>Payload over all NVLinks from the GPU</source>
        <translation>经所有 NVLink 从 GPU 传出的有效数据</translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation>利用率</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Share of the GPU&apos;s memory that is in use</source>
        <translation>GPU 显存的使用占比</translation>
    </message>
    <message>
        <source>Power drawn, as a share of the board&apos;s limit</source>
        <translation>实际功耗占板卡功耗上限的比例</translation>
    </message>
    <message>
        <source>Clocks</source>
        <translation>频率</translation>
    </message>
    <message>
        <source>SM</source>
        <translation>SM</translation>
    </message>
    <message>
        <source>PCIe traffic</source>
        <translation>PCIe 流量</translation>
    </message>
    <message>
        <source>Received</source>
        <translation>接收</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>NVLink traffic</source>
        <translation>NVLink 流量</translation>
    </message>
</context>
<context>
    <name>Path</name>
    <message>
        <source>at most a single PCIe bridge</source>
        <translation>最多经过一个 PCIe 桥</translation>
    </message>
    <message>
        <source>multiple PCIe bridges, without the PCIe host bridge</source>
        <translation>多个 PCIe 桥，不经过 PCIe 主桥</translation>
    </message>
    <message>
        <source>a PCIe host bridge, typically the CPU</source>
        <translation>一个 PCIe 主桥，通常是 CPU</translation>
    </message>
    <message>
        <source>PCIe host bridges within a NUMA node</source>
        <translation>同一 NUMA 节点内的 PCIe 主桥</translation>
    </message>
    <message>
        <source>the interconnect between NUMA nodes, such as QPI or UPI</source>
        <translation>NUMA 节点之间的互连，例如 QPI 或 UPI</translation>
    </message>
</context>
<context>
    <name>State</name>
    <message>
        <source>Free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Offered</source>
        <translation>已邀约</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>忙碌</translation>
    </message>
    <message>
        <source>Draining</source>
        <translation>正在排空</translation>
    </message>
    <message>
        <source>Restricted</source>
        <translation>已限制</translation>
    </message>
    <message>
        <source>Unhealthy</source>
        <translation>异常</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>丢失</translation>
    </message>
    <message>
        <source>In use outside</source>
        <translation>外部占用</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>Disconnected</source>
        <translation>已断开</translation>
    </message>
    <message>
        <source>Unreachable</source>
        <translation>不可达</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Killed</source>
        <translation>已终止</translation>
    </message>
    <message>
        <source>Staging</source>
        <translation>准备中</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Killing</source>
        <translation>正在终止</translation>
    </message>
    <message>
        <source>Dropped</source>
        <translation>已丢弃</translation>
    </message>
    <message>
        <source>Gone</source>
        <translation>已消失</translation>
    </message>
    <message>
        <source>Gone by operator</source>
        <translation>操作员宣告消失</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>排队中</translation>
    </message>
    <message>
        <source>Resources</source>
        <translation>资源</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>GPU type</source>
        <translation>GPU 类型</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>优先级</translation>
    </message>
    <message>
        <source>Back-off</source>
        <translation>退避</translation>
    </message>
    <message>
        <source>No nodes</source>
        <translation>无节点</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>已挂起</translation>
    </message>
    <message>
        <source>Quota</source>
        <translation>配额</translation>
    </message>
    <message>
        <source>Declined</source>
        <translation>已谢绝</translation>
    </message>
    <message>
        <source>Rescinded</source>
        <translation>已撤回</translation>
    </message>
    <message>
        <source>Suppressed</source>
        <translation>已抑制</translation>
    </message>
    <message>
        <source>No GPU capability</source>
        <translation>无 GPU 能力</translation>
    </message>
    <message>
        <source>No data</source>
        <translation>无数据</translation>
    </message>
    <message>
        <source>No data since %1</source>
        <translation>自 %1 起无数据</translation>
    </message>
    <message>
        <source>Unavailable</source>
        <translation>不可用</translation>
    </message>
    <message>
        <source>Drained</source>
        <translation>已排空</translation>
    </message>
    <message>
        <source>Closed</source>
        <translation>已关闭</translation>
    </message>
</context>
<context>
    <name>Throttle</name>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>application clocks</source>
        <translation>应用程序频率</translation>
    </message>
    <message>
        <source>power cap</source>
        <translation>功耗上限</translation>
    </message>
    <message>
        <source>hardware slowdown</source>
        <translation>硬件降频</translation>
    </message>
    <message>
        <source>sync boost</source>
        <translation>同步加速</translation>
    </message>
    <message>
        <source>thermal (software)</source>
        <translation>过热（软件）</translation>
    </message>
    <message>
        <source>thermal (hardware)</source>
        <translation>过热（硬件）</translation>
    </message>
    <message>
        <source>power brake</source>
        <translation>功耗制动</translation>
    </message>
    <message>
        <source>display clocks</source>
        <translation>显示频率</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>Wall</name>
    <message>
        <source>since %1</source>
        <translation>自 %1 起</translation>
    </message>
</context>
<context>
    <name>Wording</name>
    <message>
        <source>The container is being prepared</source>
        <translation>正在准备容器</translation>
    </message>
    <message>
        <source>The task is running</source>
        <translation>任务正在运行</translation>
    </message>
    <message>
        <source>The task ended with exit status 0</source>
        <translation>任务已结束，退出状态为 0</translation>
    </message>
    <message>
        <source>The task failed</source>
        <translation>任务失败</translation>
    </message>
    <message>
        <source>Read its stderr</source>
        <translation>查看其 stderr</translation>
    </message>
    <message>
        <source>The task was killed on request</source>
        <translation>任务已按请求终止</translation>
    </message>
    <message>
        <source>The task was lost</source>
        <translation>任务已丢失</translation>
    </message>
    <message>
        <source>Submit it again</source>
        <translation>重新提交</translation>
    </message>
    <message>
        <source>The task is being sent to its agent</source>
        <translation>任务正在发往其代理</translation>
    </message>
    <message>
        <source>The task is invalid and was not launched</source>
        <translation>任务无效，未启动</translation>
    </message>
    <message>
        <source>Fix what the message describes</source>
        <translation>修正消息中指出的问题</translation>
    </message>
    <message>
        <source>The task was asked to end and has its grace period</source>
        <translation>已要求任务结束，正处于宽限期</translation>
    </message>
    <message>
        <source>The task was never launched</source>
        <translation>任务从未启动</translation>
    </message>
    <message>
        <source>The agent of the task does not answer</source>
        <translation>任务所在的代理没有响应</translation>
    </message>
    <message>
        <source>Check the agent</source>
        <translation>检查代理</translation>
    </message>
    <message>
        <source>The agent no longer knows the task</source>
        <translation>代理不再知道该任务</translation>
    </message>
    <message>
        <source>An operator marked the agent as gone</source>
        <translation>操作员已宣告该代理消失</translation>
    </message>
    <message>
        <source>No agent knows the task</source>
        <translation>没有代理知道该任务</translation>
    </message>
    <message>
        <source>This version does not know the value</source>
        <translation>此版本无法识别该值</translation>
    </message>
    <message>
        <source>Update Muster</source>
        <translation>更新 Muster</translation>
    </message>
    <message>
        <source>No task holds the GPU</source>
        <translation>没有任务占用该 GPU</translation>
    </message>
    <message>
        <source>The GPU is offered to a framework</source>
        <translation>该 GPU 已邀约给某个框架</translation>
    </message>
    <message>
        <source>A task holds the GPU</source>
        <translation>有任务占用该 GPU</translation>
    </message>
    <message>
        <source>Restricted; the task that holds the GPU may finish</source>
        <translation>已限制；占用该 GPU 的任务会运行到结束</translation>
    </message>
    <message>
        <source>An operator took the GPU out of service</source>
        <translation>操作员已停用该 GPU</translation>
    </message>
    <message>
        <source>Release it</source>
        <translation>释放该 GPU</translation>
    </message>
    <message>
        <source>The GPU reports a fault</source>
        <translation>该 GPU 报告了故障</translation>
    </message>
    <message>
        <source>Check its events, then reset it</source>
        <translation>查看其事件，然后重置该 GPU</translation>
    </message>
    <message>
        <source>The GPU does not answer</source>
        <translation>该 GPU 没有响应</translation>
    </message>
    <message>
        <source>Check the driver and the bus, or reboot the host</source>
        <translation>检查驱动和总线，或重启主机</translation>
    </message>
    <message>
        <source>The GPU is in use outside Muster</source>
        <translation>该 GPU 正被 Muster 之外的程序使用</translation>
    </message>
    <message>
        <source>Stop the process that uses it, or start the agent with --offer_occupied_gpus</source>
        <translation>结束使用它的进程，或以 --offer_occupied_gpus 启动代理</translation>
    </message>
    <message>
        <source>The agent is connected</source>
        <translation>代理已连接</translation>
    </message>
    <message>
        <source>The agent lost its connection and may come back</source>
        <translation>代理失去连接，可能会恢复</translation>
    </message>
    <message>
        <source>The agent did not come back in time</source>
        <translation>代理未能及时恢复连接</translation>
    </message>
    <message>
        <source>The job is pending</source>
        <translation>作业正在等待</translation>
    </message>
    <message>
        <source>The job is running</source>
        <translation>作业正在运行</translation>
    </message>
    <message>
        <source>The job ended with exit status 0</source>
        <translation>作业已结束，退出状态为 0</translation>
    </message>
    <message>
        <source>The job failed and has no retries left</source>
        <translation>作业失败，且已无重试次数</translation>
    </message>
    <message>
        <source>The job was killed on request</source>
        <translation>作业已按请求终止</translation>
    </message>
    <message>
        <source>The job is not pending</source>
        <translation>作业没有在等待</translation>
    </message>
    <message>
        <source>No node has enough free cpus, mem or disk</source>
        <translation>没有节点有足够的空闲 CPU、内存或磁盘</translation>
    </message>
    <message>
        <source>Request less, or wait for a job to end</source>
        <translation>减少请求量，或等待某个作业结束</translation>
    </message>
    <message>
        <source>No node has enough free GPUs</source>
        <translation>没有节点有足够的空闲 GPU</translation>
    </message>
    <message>
        <source>Request fewer, or wait for a job to end</source>
        <translation>减少请求数量，或等待某个作业结束</translation>
    </message>
    <message>
        <source>No node has the attribute that the job requires</source>
        <translation>没有节点具有作业要求的属性</translation>
    </message>
    <message>
        <source>Check the constraint, or add such a node</source>
        <translation>检查约束，或添加这样的节点</translation>
    </message>
    <message>
        <source>No node has enough GPUs linked by NVLink</source>
        <translation>没有节点有足够的由 NVLink 互连的 GPU</translation>
    </message>
    <message>
        <source>Request fewer, or drop the link constraint</source>
        <translation>减少请求数量，或去掉链路约束</translation>
    </message>
    <message>
        <source>Suitable GPUs are restricted</source>
        <translation>符合要求的 GPU 已被限制使用</translation>
    </message>
    <message>
        <source>Release a restricted GPU</source>
        <translation>释放一个已限制的 GPU</translation>
    </message>
    <message>
        <source>Jobs with a higher priority start first</source>
        <translation>优先级更高的作业先行</translation>
    </message>
    <message>
        <source>The last attempt failed; the next one starts after a pause</source>
        <translation>上次尝试失败；稍后开始下一次尝试</translation>
    </message>
    <message>
        <source>No node is connected</source>
        <translation>没有节点连接</translation>
    </message>
    <message>
        <source>Start an agent on a node</source>
        <translation>在节点上启动代理</translation>
    </message>
    <message>
        <source>An operator holds the job in the queue</source>
        <translation>操作员将该作业留在队列中</translation>
    </message>
    <message>
        <source>A quota does not allow it to use free resources</source>
        <translation>配额使其无法使用空闲资源</translation>
    </message>
    <message>
        <source>Change the quota, or wait for a task to end</source>
        <translation>请更改配额，或等待某个任务结束</translation>
    </message>
    <message>
        <source>The framework declined the offer</source>
        <translation>框架已谢绝该邀约</translation>
    </message>
    <message>
        <source>It is offered again when the time expires or the framework revives its offers</source>
        <translation>到时间后或框架重新请求邀约时会再次邀约</translation>
    </message>
    <message>
        <source>An operator rescinded the offer</source>
        <translation>操作员已撤回该邀约</translation>
    </message>
    <message>
        <source>The framework suppressed offers in this role</source>
        <translation>框架已抑制此角色的邀约</translation>
    </message>
    <message>
        <source>Offers resume when the framework revives them</source>
        <translation>框架重新请求后会恢复邀约</translation>
    </message>
    <message>
        <source>The framework lacks the GPU_RESOURCES capability: no node with GPUs is offered to it</source>
        <translation>框架缺少 GPU_RESOURCES 能力：不会向其邀约有 GPU 的节点</translation>
    </message>
    <message>
        <source>Subscribe the framework with that capability</source>
        <translation>请让框架以该能力订阅</translation>
    </message>
    <message>
        <source>The container exited</source>
        <translation>容器已退出</translation>
    </message>
    <message>
        <source>The executor exited before it accepted the task</source>
        <translation>执行器在接收任务之前已退出</translation>
    </message>
    <message>
        <source>Read the executor&apos;s stderr</source>
        <translation>查看执行器的 stderr</translation>
    </message>
    <message>
        <source>The framework of the task was removed</source>
        <translation>该任务的框架已被移除</translation>
    </message>
    <message>
        <source>The offer was no longer valid</source>
        <translation>该资源邀约已失效</translation>
    </message>
    <message>
        <source>Accept a newer offer</source>
        <translation>接受较新的资源邀约</translation>
    </message>
    <message>
        <source>The task used more memory than it requested</source>
        <translation>任务使用的内存超过了申请量</translation>
    </message>
    <message>
        <source>Request more mem</source>
        <translation>申请更多 mem</translation>
    </message>
    <message>
        <source>Answer to a reconciliation request</source>
        <translation>对状态核对请求的答复</translation>
    </message>
    <message>
        <source>The agent lost its connection</source>
        <translation>代理失去了连接</translation>
    </message>
    <message>
        <source>The agent was restarted</source>
        <translation>代理已重启</translation>
    </message>
    <message>
        <source>The master does not know the agent</source>
        <translation>主控不知道该代理</translation>
    </message>
    <message>
        <source>The task is invalid</source>
        <translation>任务无效</translation>
    </message>
    <message>
        <source>The framework may not run tasks as this user</source>
        <translation>该框架无权以此用户运行任务</translation>
    </message>
    <message>
        <source>Ask the operator for permission</source>
        <translation>向操作员申请权限</translation>
    </message>
    <message>
        <source>The task is unknown</source>
        <translation>任务未知</translation>
    </message>
    <message>
        <source>The task exceeded a limit</source>
        <translation>任务超出了限制</translation>
    </message>
    <message>
        <source>Request more of the resource in the message</source>
        <translation>按消息所指申请更多资源</translation>
    </message>
    <message>
        <source>The task used more disk than it requested</source>
        <translation>任务使用的磁盘超过了申请量</translation>
    </message>
    <message>
        <source>Request more disk</source>
        <translation>申请更多磁盘</translation>
    </message>
    <message>
        <source>The container could not be launched</source>
        <translation>无法启动容器</translation>
    </message>
    <message>
        <source>Read the message</source>
        <translation>查看消息</translation>
    </message>
    <message>
        <source>The executor did not subscribe in time</source>
        <translation>执行器未能及时订阅</translation>
    </message>
    <message>
        <source>The executor did not come back after the agent&apos;s restart</source>
        <translation>代理重启后执行器没有恢复</translation>
    </message>
    <message>
        <source>A task of the group, or its executor, is invalid</source>
        <translation>组内某个任务或其执行器无效</translation>
    </message>
    <message>
        <source>The framework may not run a task of the group</source>
        <translation>该框架无权运行组内的某个任务</translation>
    </message>
    <message>
        <source>The result of the task&apos;s check changed</source>
        <translation>任务检查的结果发生了变化</translation>
    </message>
    <message>
        <source>The health of the task changed</source>
        <translation>任务的健康状态发生了变化</translation>
    </message>
    <message>
        <source>The task was killed before it ran</source>
        <translation>任务在运行前已被终止</translation>
    </message>
    <message>
        <source>The agent came back</source>
        <translation>代理已恢复连接</translation>
    </message>
    <message>
        <source>The task exceeded its time limit</source>
        <translation>任务超出了时间限制</translation>
    </message>
    <message>
        <source>Request more time</source>
        <translation>申请更长时间</translation>
    </message>
    <message>
        <source>An operator is draining the node</source>
        <translation>操作员正在排空该节点</translation>
    </message>
    <message>
        <source>The node of the GPU sends no data</source>
        <translation>该 GPU 所在节点没有发送数据</translation>
    </message>
    <message>
        <source>Check the node</source>
        <translation>检查该节点</translation>
    </message>
    <message>
        <source>No task holds the GPU, but its node accepts no new work</source>
        <translation>没有任务占用该 GPU，但其节点不再接受新任务</translation>
    </message>
</context>
<context>
    <name>muster::console::AlertsPage</name>
    <message>
        <source>No active alerts</source>
        <translation>没有活动告警</translation>
    </message>
    <message>
        <source>No GPU, node or job needs attention</source>
        <translation>没有需要关注的 GPU、节点或作业</translation>
    </message>
    <message>
        <source>Acknowledge…</source>
        <translation>确认…</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Older</source>
        <translation>更早</translation>
    </message>
    <message>
        <source>Acknowledge the selected alert</source>
        <translation>确认所选告警</translation>
    </message>
    <message>
        <source>Go to the GPU, node or job of the selected alert</source>
        <translation>转到所选告警的 GPU、节点或作业</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>No events</source>
        <translation>没有事件</translation>
    </message>
    <message>
        <source>Operator commands, alerts, and agents that join or leave are listed here</source>
        <translation>操作员命令、告警以及代理的加入和离开会列在这里</translation>
    </message>
    <message>
        <source>Load older events (or scroll to the end)</source>
        <translation>加载更早的事件（或滚动到末尾）</translation>
    </message>
    <message>
        <source>The selected alert</source>
        <translation>所选告警</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Cannot acknowledge %1: %2</source>
        <translation>无法确认 %1：%2</translation>
    </message>
    <message>
        <source>Acknowledged %1</source>
        <translation>已确认 %1</translation>
    </message>
</context>
<context>
    <name>muster::console::BadgeDelegate</name>
    <message>
        <source>%1+</source>
        <translation>%1+</translation>
    </message>
</context>
<context>
    <name>muster::console::ChartSaver</name>
    <message>
        <source>Export the charts</source>
        <translation>导出图表</translation>
    </message>
    <message>
        <source>Values (*.csv)</source>
        <translation>数值 (*.csv)</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>图片 (*.png)</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
</context>
<context>
    <name>muster::console::ClusterMenu</name>
    <message>
        <source>S&amp;witch cluster</source>
        <translation>切换集群(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Find a cluster…</source>
        <translation>查找集群(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Connect to a cluster…</source>
        <translation>连接到集群(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Demo cluster</source>
        <translation>演示集群(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Manage clusters</source>
        <translation>管理集群(&amp;M)</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>muster::console::ClusterSwitcher</name>
    <message>
        <source>Switch cluster</source>
        <translation>切换集群</translation>
    </message>
    <message>
        <source>Name or address</source>
        <translation>名称或地址</translation>
    </message>
    <message>
        <source>Name or address of the cluster</source>
        <translation>集群的名称或地址</translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>muster::console::CommandRunner</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Undoes: %1. Work that has started since may be stopped.</source>
        <translation>将撤销：%1。这可能会停止此后启动的任务。</translation>
    </message>
    <message>
        <source>Undone: %1</source>
        <translation>已撤销：%1</translation>
    </message>
    <message>
        <source>Refused: %1</source>
        <translation>被拒绝：%1</translation>
    </message>
    <message>
        <source>%1 of %2 done. Refused: %3</source>
        <translation>已完成 %1/%2。被拒绝：%3</translation>
    </message>
</context>
<context>
    <name>muster::console::ConnectionTest</name>
    <message>
        <source>%1 has not answered for %2 s: is it a Muster master?</source>
        <translation>%1 已有 %2 秒没有响应：它是 Muster 主控吗？</translation>
    </message>
    <message>
        <source>The master sent a message that this console does not understand</source>
        <translation>主控发送了此控制台无法理解的消息</translation>
    </message>
    <message>
        <source>Connected, but the master has version %1 and this console version %2: some features may be missing</source>
        <translation>已连接，但主控版本为 %1，此控制台版本为 %2：某些功能可能缺失</translation>
    </message>
    <message>
        <source>Connected: version %1, GPUs: %2</source>
        <translation>已连接：版本 %1，GPU：%2</translation>
    </message>
</context>
<context>
    <name>muster::console::ConsoleWindow</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Muster</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>Demo</source>
        <translation>演示</translation>
    </message>
    <message>
        <source>Sample jobs submitted</source>
        <translation>已提交示例作业</translation>
    </message>
    <message>
        <source>The layout has been reset</source>
        <translation>布局已重置</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>Imported the settings from %1</source>
        <translation>已从 %1 导入设置</translation>
    </message>
</context>
<context>
    <name>muster::console::DemoBar</name>
    <message>
        <source>Submit sample jobs</source>
        <translation>提交示例作业</translation>
    </message>
    <message>
        <source>Connect to a cluster…</source>
        <translation>连接到集群…</translation>
    </message>
    <message>
        <source>Jobs that train, stay pending or fail, for at most five minutes</source>
        <translation>训练、等待或失败的作业，最多持续五分钟</translation>
    </message>
    <message>
        <source>Demo with simulated GPUs on this host. It ends when the console is closed.</source>
        <translation>本机上的模拟 GPU 演示。控制台关闭时演示随之结束。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1%2</translation>
    </message>
</context>
<context>
    <name>muster::console::DemoCluster</name>
    <message>
        <source>Its GPUs are restricted and its jobs stay pending: only root may start containers.</source>
        <translation>其 GPU 已被限制使用，其作业会一直等待：只有 root 可以启动容器。</translation>
    </message>
    <message>
        <source>muster-agentd was not found next to this program or in PATH</source>
        <translation>在此程序所在目录和 PATH 中都找不到 muster-agentd</translation>
    </message>
    <message>
        <source>Cannot create the directory %1</source>
        <translation>无法创建文件夹 %1</translation>
    </message>
    <message>
        <source>Starting a cluster with simulated GPUs…</source>
        <translation>正在启动带有模拟 GPU 的集群…</translation>
    </message>
    <message>
        <source>The demo cluster did not start within %1 s. Its output: %2</source>
        <translation>演示集群未能在 %1 秒内启动。其输出：%2</translation>
    </message>
    <message>
        <source>Cannot start %1: %2</source>
        <translation>无法启动 %1：%2</translation>
    </message>
    <message>
        <source>Its jobs stay pending: %1</source>
        <translation>其作业会一直等待：%1</translation>
    </message>
    <message>
        <source>The demo cluster has ended: %1</source>
        <translation>演示集群已结束：%1</translation>
    </message>
</context>
<context>
    <name>muster::console::DesktopNotifier</name>
    <message numerus="yes">
        <source>%n more notifications</source>
        <translation>
            <numerusform>另有 %n 条通知</numerusform>
        </translation>
    </message>
    <message>
        <source>The latest: %1</source>
        <translation>最新一条：%1</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Logs</source>
        <translation>日志</translation>
    </message>
</context>
<context>
    <name>muster::console::ExplainFeed</name>
    <message>
        <source>Waiting for the master…</source>
        <translation>正在等待主控…</translation>
    </message>
</context>
<context>
    <name>muster::console::GpusPage</name>
    <message>
        <source>No GPUs in the cluster</source>
        <translation>集群中没有 GPU</translation>
    </message>
    <message>
        <source>No node with GPUs has joined. On a host with GPUs run: muster-agentd agent --master=HOST:5050. Check that nvidia-smi lists them there.</source>
        <translation>没有带 GPU 的节点加入。请在有 GPU 的主机上运行：muster-agentd agent --master=HOST:5050。请确认那里的 nvidia-smi 能列出 GPU。</translation>
    </message>
    <message>
        <source>GPU %1 of %2</source>
        <translation>%2 的 GPU %1</translation>
    </message>
</context>
<context>
    <name>muster::console::HistoryPage</name>
    <message>
        <source>Usage by user</source>
        <translation>各用户用量</translation>
    </message>
    <message>
        <source>No usage in this range</source>
        <translation>此时间范围内没有用量</translation>
    </message>
    <message>
        <source>Usage of a task starts when its resources are allocated</source>
        <translation>任务的用量从分配资源时起计</translation>
    </message>
    <message>
        <source>No data yet</source>
        <translation>尚无数据</translation>
    </message>
    <message>
        <source>Waiting for the master…</source>
        <translation>正在等待主控…</translation>
    </message>
    <message>
        <source>No data: %1</source>
        <translation>无数据：%1</translation>
    </message>
    <message>
        <source>%1. Incomplete: there are more tasks than the master can count at once. Choose a shorter range</source>
        <translation>%1。数据不完整：任务数超过了主控一次统计的上限。请选择更短的时间范围</translation>
    </message>
    <message>
        <source>cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>No data in this range</source>
        <translation>此范围内无数据</translation>
    </message>
    <message>
        <source>Hours are counted from the start of the master</source>
        <translation>自主控启动起开始统计</translation>
    </message>
</context>
<context>
    <name>muster::console::JobsPage</name>
    <message>
        <source>No jobs</source>
        <translation>没有作业</translation>
    </message>
    <message>
        <source>No job has been submitted yet</source>
        <translation>尚未提交作业</translation>
    </message>
    <message>
        <source>Submit a job</source>
        <translation>提交作业</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>muster::console::Link</name>
    <message>
        <source>No answer from the master for %1 s</source>
        <translation>主控已有 %1 秒没有响应</translation>
    </message>
    <message>
        <source>Not connected to the master</source>
        <translation>未连接到主控</translation>
    </message>
    <message>
        <source>The master sent a message that this console does not understand: %1</source>
        <translation>主控发送了此控制台无法理解的消息：%1</translation>
    </message>
</context>
<context>
    <name>muster::console::ListCommands</name>
    <message>
        <source>Drain…</source>
        <translation>排空…</translation>
    </message>
    <message>
        <source>Stop placing work on the selected nodes and end what runs there</source>
        <translation>不再向所选节点分派任务，并结束其上运行的任务</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Return the selected nodes to service</source>
        <translation>恢复使用所选节点</translation>
    </message>
    <message>
        <source>Hold…</source>
        <translation>挂起…</translation>
    </message>
    <message>
        <source>Keep the selected jobs in the queue</source>
        <translation>将所选作业留在队列中</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>释放</translation>
    </message>
    <message>
        <source>Let the selected jobs start again</source>
        <translation>允许所选作业重新启动</translation>
    </message>
    <message>
        <source>Kill…</source>
        <translation>终止…</translation>
    </message>
    <message>
        <source>Kill the selected jobs</source>
        <translation>终止所选作业</translation>
    </message>
    <message>
        <source>Kill the selected tasks</source>
        <translation>终止所选任务</translation>
    </message>
    <message>
        <source>Restrict…</source>
        <translation>限制使用…</translation>
    </message>
    <message>
        <source>Stop placing work on the selected GPUs</source>
        <translation>不再向所选 GPU 分派任务</translation>
    </message>
    <message>
        <source>Return the selected GPUs to service</source>
        <translation>恢复使用所选 GPU</translation>
    </message>
    <message>
        <source>Rescind…</source>
        <translation>撤回…</translation>
    </message>
    <message>
        <source>Rescind the selected offers</source>
        <translation>撤回所选的资源邀约</translation>
    </message>
    <message>
        <source>Scale…</source>
        <translation>伸缩…</translation>
    </message>
    <message>
        <source>Change the number of instances of the selected service</source>
        <translation>更改所选服务的实例数</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>重启</translation>
    </message>
    <message>
        <source>Replace all instances of the selected service by new ones</source>
        <translation>用新实例替换所选服务的全部实例</translation>
    </message>
    <message>
        <source>Roll back</source>
        <translation>回滚</translation>
    </message>
    <message>
        <source>Cancel the deployment of the selected service and undo its changes</source>
        <translation>取消所选服务的部署并撤销其更改</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>Delete the selected service and kill its instances</source>
        <translation>删除所选服务并终止其实例</translation>
    </message>
    <message>
        <source>Run now</source>
        <translation>立即运行</translation>
    </message>
    <message>
        <source>Start a run of the selected schedule at once</source>
        <translation>立即启动所选计划的一次运行</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Start no run of the selected schedule until it is resumed</source>
        <translation>在恢复之前不启动所选计划的运行</translation>
    </message>
    <message>
        <source>Let the selected schedule start runs again</source>
        <translation>让所选计划再次启动运行</translation>
    </message>
    <message>
        <source>Delete the selected schedule and kill its runs</source>
        <translation>删除所选计划并终止其运行</translation>
    </message>
</context>
<context>
    <name>muster::console::ListPage</name>
    <message>
        <source>No data yet</source>
        <translation>尚无数据</translation>
    </message>
    <message>
        <source>Waiting for the master…</source>
        <translation>正在等待主控…</translation>
    </message>
</context>
<context>
    <name>muster::console::LogFeed</name>
    <message>
        <source>The task is no longer known</source>
        <translation>该任务已不再为系统所知</translation>
    </message>
    <message>
        <source>End of the log</source>
        <translation>日志末尾</translation>
    </message>
</context>
<context>
    <name>muster::console::LogMemory</name>
    <message>
        <source>Save the log</source>
        <translation>保存日志</translation>
    </message>
    <message>
        <source>Text (*.log *.txt);;All files (*)</source>
        <translation>文本 (*.log *.txt);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
</context>
<context>
    <name>muster::console::MainMenu</name>
    <message>
        <source>&amp;Cluster</source>
        <translation>集群(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;About Muster</source>
        <translation>关于 Muster(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Submit a job</source>
        <translation>提交作业(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Refresh</source>
        <translation>刷新(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Filter</source>
        <translation>筛选(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Clear the filter</source>
        <translation>清除筛选(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Rows</source>
        <translation>行高(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Compact</source>
        <translation>紧凑(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Normal</source>
        <translation>普通(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Large</source>
        <translation>宽松(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Light or dark theme</source>
        <translation>浅色或深色主题(&amp;L)</translation>
    </message>
    <message>
        <source>F&amp;ull screen</source>
        <translation>全屏(&amp;U)</translation>
    </message>
</context>
<context>
    <name>muster::console::MainWindow</name>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>作业</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Offers</source>
        <translation>资源邀约</translation>
    </message>
    <message>
        <source>Submit</source>
        <translation>提交</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Submitted as %1</source>
        <translation>已提交为 %1</translation>
    </message>
    <message>
        <source>About Muster</source>
        <translation>关于 Muster</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>告警</translation>
    </message>
    <message numerus="yes">
        <source>Operator mode was switched off: no input for %n min</source>
        <translation>
            <numerusform>操作员模式已关闭：%n 分钟无输入</numerusform>
        </translation>
    </message>
    <message>
        <source>%1@%2</source>
        <translation>%1@%2</translation>
    </message>
    <message>
        <source>%1 – Muster</source>
        <translation>%1 – Muster</translation>
    </message>
    <message>
        <source>%1 – %2 – Muster</source>
        <translation>%1 – %2 – Muster</translation>
    </message>
    <message>
        <source>Cluster %1</source>
        <translation>集群 %1</translation>
    </message>
    <message numerus="yes">
        <source>Alerts, %n not acknowledged</source>
        <translation>
            <numerusform>告警，%n 条未确认</numerusform>
        </translation>
    </message>
    <message>
        <source>Unknown page &quot;%1&quot;</source>
        <translation>未知页面“%1”</translation>
    </message>
    <message>
        <source>%1 is not in this list</source>
        <translation>%1 不在此列表中</translation>
    </message>
    <message>
        <source>Muster console %1
One pool of the GPUs of many nodes.

Sources: Apache-2.0. This program: GPL-3, as Qt Charts is.</source>
        <translation>Muster 控制台 %1
将多个节点的 GPU 汇聚成一个资源池。

源代码：Apache-2.0。本程序：GPL-3（因使用 Qt Charts）。</translation>
    </message>
    <message>
        <source>Services</source>
        <translation>服务</translation>
    </message>
    <message>
        <source>Schedules</source>
        <translation>计划</translation>
    </message>
</context>
<context>
    <name>muster::console::NodesPage</name>
    <message>
        <source>No nodes have joined</source>
        <translation>没有节点加入</translation>
    </message>
    <message>
        <source>On each host of the cluster run: muster-agentd agent --master=HOST:5050</source>
        <translation>请在集群的每台主机上运行：muster-agentd agent --master=HOST:5050</translation>
    </message>
</context>
<context>
    <name>muster::console::Notices</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Muster console</source>
        <translation>Muster 控制台</translation>
    </message>
</context>
<context>
    <name>muster::console::OffersPage</name>
    <message>
        <source>No outstanding offers</source>
        <translation>没有未决的资源邀约</translation>
    </message>
    <message>
        <source>All free resources were declined, or no framework wants any</source>
        <translation>所有空闲资源都已被谢绝，或没有框架需要资源</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>已谢绝</translation>
    </message>
    <message>
        <source>Refused: the last to expire</source>
        <translation>已谢绝：最晚到期的部分</translation>
    </message>
    <message>
        <source>Nothing is refused at present</source>
        <translation>目前没有被谢绝的资源</translation>
    </message>
    <message>
        <source>What frameworks decline or are not offered is listed here, with the reason</source>
        <translation>此处列出框架谢绝或未向其邀约的资源及原因</translation>
    </message>
    <message>
        <source>The master did not send the refusals</source>
        <translation>主控未发送被谢绝的内容</translation>
    </message>
    <message>
        <source>No data yet</source>
        <translation>尚无数据</translation>
    </message>
    <message>
        <source>Waiting for the master…</source>
        <translation>正在等待主控…</translation>
    </message>
</context>
<context>
    <name>muster::console::OperatorFrame</name>
    <message>
        <source>Operator</source>
        <translation>操作员</translation>
    </message>
    <message>
        <source>Viewer</source>
        <translation>只读用户</translation>
    </message>
    <message>
        <source>Operator mode is on</source>
        <translation>操作员模式已开启</translation>
    </message>
    <message>
        <source>Viewer mode: no changes can be made</source>
        <translation>只读模式：无法进行任何更改</translation>
    </message>
    <message>
        <source>Return to viewer mode, %1</source>
        <translation>返回只读模式，%1</translation>
    </message>
</context>
<context>
    <name>muster::console::OperatorMode</name>
    <message>
        <source>&amp;Operator mode</source>
        <translation>操作员模式(&amp;O)</translation>
    </message>
    <message>
        <source>Switch on operator mode, %1</source>
        <translation>开启操作员模式，%1</translation>
    </message>
    <message numerus="yes">
        <source>Required for every change; switches off after %n min without input</source>
        <translation>
            <numerusform>任何更改都需要此模式；%n 分钟无输入后自动关闭</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>muster::console::OverviewPage</name>
    <message>
        <source>Not yet considered</source>
        <translation>尚未评估</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>Offered</source>
        <translation>已邀约</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Out of service</source>
        <translation>已停用</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>CPUs</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>磁盘</translation>
    </message>
    <message>
        <source>Resources of the cluster</source>
        <translation>集群的资源</translation>
    </message>
    <message>
        <source>Resources</source>
        <translation>资源</translation>
    </message>
    <message>
        <source>GPUs by node</source>
        <translation>按节点查看 GPU</translation>
    </message>
    <message>
        <source>No GPUs in the cluster</source>
        <translation>集群中没有 GPU</translation>
    </message>
    <message>
        <source>No node with GPUs has joined. On a host with GPUs run: muster-agentd agent --master=HOST:5050. Check that nvidia-smi lists them there.</source>
        <translation>没有带 GPU 的节点加入。请在有 GPU 的主机上运行：muster-agentd agent --master=HOST:5050。请确认那里的 nvidia-smi 能列出 GPU。</translation>
    </message>
    <message>
        <source>No data yet</source>
        <translation>尚无数据</translation>
    </message>
    <message>
        <source>Waiting for the master…</source>
        <translation>正在等待主控…</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>告警</translation>
    </message>
    <message>
        <source>No active alerts</source>
        <translation>没有活动告警</translation>
    </message>
    <message>
        <source>Pending jobs</source>
        <translation>等待中的作业</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>GPUs by user</source>
        <translation>按用户查看 GPU</translation>
    </message>
    <message>
        <source>No GPUs in use</source>
        <translation>没有正在使用的 GPU</translation>
    </message>
    <message>
        <source>%1
%2</source>
        <translation>%1
%2</translation>
    </message>
    <message>
        <source>Away</source>
        <translation>失联</translation>
    </message>
    <message>
        <source>On nodes that are away: not usable until they are back</source>
        <translation>位于失联节点上：节点恢复之前不可用</translation>
    </message>
    <message>
        <source>Users are listed here while their tasks have GPUs.</source>
        <translation>任务占用 GPU 的用户会显示在这里。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message numerus="yes">
        <source>%n GPUs</source>
        <translation>
            <numerusform>%n 个 GPU</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n others</source>
        <translation>
            <numerusform>其他 %n 人</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>muster::console::ProfileEditor</name>
    <message>
        <source>Connecting to %1…</source>
        <translation>正在连接 %1…</translation>
    </message>
</context>
<context>
    <name>muster::console::SchedulesPage</name>
    <message>
        <source>No schedules</source>
        <translation>没有计划</translation>
    </message>
    <message>
        <source>Create one on the web page of the master, or run: muster schedules create</source>
        <translation>在主节点的网页上创建，或运行：muster schedules create</translation>
    </message>
</context>
<context>
    <name>muster::console::ServicesPage</name>
    <message>
        <source>No services</source>
        <translation>没有服务</translation>
    </message>
    <message>
        <source>Create one on the web page of the master, or run: muster services create</source>
        <translation>在主节点的网页上创建，或运行：muster services create</translation>
    </message>
</context>
<context>
    <name>muster::console::SettingsPage</name>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Edit…</source>
        <translation>编辑(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Remove…</source>
        <translation>移除(&amp;R)…</translation>
    </message>
    <message>
        <source>When one of my &amp;jobs starts or ends</source>
        <translation>我的作业开始或结束时(&amp;J)</translation>
    </message>
    <message>
        <source>When a &amp;GPU becomes unhealthy</source>
        <translation>GPU 变为异常时(&amp;G)</translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>&amp;Add…</source>
        <translation>添加(&amp;A)…</translation>
    </message>
    <message>
        <source>The command line shares this list: muster context</source>
        <translation>命令行共用此列表：muster context</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Follow system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>紧凑</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>标准</translation>
    </message>
    <message>
        <source>Large</source>
        <translation>宽松</translation>
    </message>
    <message>
        <source>Takes effect at the next start</source>
        <translation>下次启动后生效</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>Ro&amp;w height</source>
        <translation>行高(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Row height</source>
        <translation>行高</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>GPU thresholds</source>
        <translation>GPU 阈值</translation>
    </message>
    <message>
        <source>From this value on, the GPU list highlights the value</source>
        <translation>达到此值后，GPU 列表会突出显示该值</translation>
    </message>
    <message>
        <source>&amp;Utilisation</source>
        <translation>利用率(&amp;U)</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>&amp;Memory used</source>
        <translation>已用显存(&amp;M)</translation>
    </message>
    <message>
        <source> °C</source>
        <translation> °C</translation>
    </message>
    <message>
        <source>Desktop notifications</source>
        <translation>桌面通知</translation>
    </message>
    <message>
        <source>Window and keys</source>
        <translation>窗口与按键</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts…</source>
        <translation>键盘快捷键(&amp;K)…</translation>
    </message>
    <message>
        <source>List all shortcuts (F1)</source>
        <translation>列出全部快捷键（F1）</translation>
    </message>
    <message>
        <source>Reset the la&amp;yout</source>
        <translation>重置布局(&amp;Y)</translation>
    </message>
    <message>
        <source>Reset columns and window to their defaults</source>
        <translation>将列和窗口恢复为默认状态</translation>
    </message>
    <message>
        <source>These settings as a file</source>
        <translation>将这些设置存为文件</translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation>导出(&amp;X)…</translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <translation>导入(&amp;I)…</translation>
    </message>
    <message>
        <source>Replaces all settings of this console</source>
        <translation>替换此控制台的所有设置</translation>
    </message>
    <message>
        <source>%1 (%2), open</source>
        <translation>%1（%2），已打开</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Remove a cluster</source>
        <translation>移除集群</translation>
    </message>
    <message>
        <source>Remove %1 from the list?</source>
        <translation>从列表中移除 %1？</translation>
    </message>
    <message>
        <source>The cluster itself is not affected. A token that was entered here is deleted.</source>
        <translation>集群本身不受影响。在此处输入的令牌将被删除。</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Export the settings</source>
        <translation>导出设置</translation>
    </message>
    <message>
        <source>Import settings</source>
        <translation>导入设置</translation>
    </message>
    <message>
        <source>Settings (*.ini)</source>
        <translation>设置 (*.ini)</translation>
    </message>
    <message>
        <source>Tem&amp;perature</source>
        <translation>温度(&amp;P)</translation>
    </message>
    <message>
        <source>Only critical notifications during these hours; empty for none</source>
        <translation>此时段内仅发送严重通知；留空表示无静默时段</translation>
    </message>
    <message>
        <source>Quiet hours</source>
        <translation>静默时段</translation>
    </message>
    <message>
        <source>&amp;Quiet hours</source>
        <translation>静默时段(&amp;Q)</translation>
    </message>
    <message>
        <source>Enter two times of day: 22:00-06:00. Until then there are no quiet hours</source>
        <translation>请输入两个时刻：22:00-06:00。在此之前没有静默时段</translation>
    </message>
    <message>
        <source>Enter two times of day: 22:00-06:00. Until then %1 remains in effect</source>
        <translation>请输入两个时刻：22:00-06:00。在此之前保持 %1</translation>
    </message>
    <message>
        <source>Includes the layout, the filters and the last job of each cluster, by its name or address, but no tokens</source>
        <translation>包含每个集群的布局、筛选和最近一次作业（按集群名称或地址），但不含令牌</translation>
    </message>
</context>
<context>
    <name>muster::console::ShortcutList</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>功能</translation>
    </message>
    <message>
        <source> or </source>
        <translation> 或 </translation>
    </message>
    <message>
        <source>Copy the cell</source>
        <translation>复制单元格</translation>
    </message>
    <message>
        <source>Copy the row</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Copy the id of the row</source>
        <translation>复制该行的 ID</translation>
    </message>
    <message>
        <source>Arrow keys</source>
        <translation>方向键</translation>
    </message>
    <message>
        <source>Move the divider between two parts of a page, which Tab leads to</source>
        <translation>移动页面两部分之间的分隔条（用 Tab 键定位）</translation>
    </message>
</context>
<context>
    <name>muster::console::SpecActions</name>
    <message>
        <source>Clone and edit</source>
        <translation>克隆并编辑</translation>
    </message>
    <message>
        <source>Spec</source>
        <translation>规格</translation>
    </message>
    <message>
        <source>Submit a similar job (%1)</source>
        <translation>提交类似的作业（%1）</translation>
    </message>
    <message>
        <source>Show the spec as a file and as a command line (%1)</source>
        <translation>以文件和命令行形式显示规格（%1）</translation>
    </message>
    <message>
        <source>No spec of %1: %2</source>
        <translation>没有 %1 的规格：%2</translation>
    </message>
</context>
<context>
    <name>muster::console::StatusLine</name>
    <message>
        <source>Simulated GPUs</source>
        <translation>模拟 GPU</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>No data</source>
        <translation>无数据</translation>
    </message>
    <message>
        <source>Data is %1 old</source>
        <translation>数据滞后 %1</translation>
    </message>
    <message>
        <source>Server %1</source>
        <translation>服务器 %1</translation>
    </message>
    <message>
        <source>Show the alerts</source>
        <translation>显示告警</translation>
    </message>
    <message>
        <source>Critical: %1</source>
        <translation>严重：%1</translation>
    </message>
    <message>
        <source>Warnings: %1</source>
        <translation>警告：%1</translation>
    </message>
    <message>
        <source>Unacknowledged alerts: %1</source>
        <translation>未确认的告警：%1</translation>
    </message>
    <message>
        <source>Nodes %1/%2 · GPUs used %3/%4</source>
        <translation>节点 %1/%2 · 已用 GPU %3/%4</translation>
    </message>
    <message>
        <source>%1 of %2 GPUs free</source>
        <translation>%1 / %2 个 GPU 空闲</translation>
    </message>
    <message>
        <source>%1, %2 on nodes that are away</source>
        <translation>%1，%2 个位于失联节点上</translation>
    </message>
</context>
<context>
    <name>muster::console::SubmitPage</name>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Waiting for the master…</source>
        <translation>正在等待主控…</translation>
    </message>
    <message>
        <source>Submitted as %1</source>
        <translation>已提交为 %1</translation>
    </message>
    <message>
        <source>The connection was lost before the master answered. The request is repeated when it is back; the job runs only once</source>
        <translation>连接在主控应答之前中断。恢复后会再次请求，作业只运行一次</translation>
    </message>
    <message>
        <source>Already submitted as %1 before the connection was lost: it runs only once</source>
        <translation>连接中断前已提交为 %1：只运行一次</translation>
    </message>
    <message>
        <source>The job has settings that this form does not support: they are left out</source>
        <translation>该作业包含此表单不支持的设置：这些设置已略去</translation>
    </message>
    <message>
        <source>Saved as template %1</source>
        <translation>已保存为模板 %1</translation>
    </message>
</context>
<context>
    <name>muster::console::TasksPage</name>
    <message>
        <source>No tasks</source>
        <translation>没有任务</translation>
    </message>
    <message>
        <source>No framework has launched a task yet</source>
        <translation>尚无框架启动任务</translation>
    </message>
    <message>
        <source>Submit a job</source>
        <translation>提交作业</translation>
    </message>
    <message>
        <source>task %1</source>
        <translation>任务 %1</translation>
    </message>
</context>
<context>
    <name>muster::console::WallWindow</name>
    <message>
        <source>Wall view of a cluster</source>
        <translation>集群的大屏视图</translation>
    </message>
    <message>
        <source>Muster wall view</source>
        <translation>Muster 大屏视图</translation>
    </message>
    <message>
        <source>Paused by an alert</source>
        <translation>因告警暂停翻页</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>正在连接…</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>Since %1 (%2), no data yet</source>
        <translation>自 %1 起（%2），尚无数据</translation>
    </message>
    <message>
        <source>Since %1 (%2)</source>
        <translation>自 %1 起（%2）</translation>
    </message>
    <message>
        <source>Next attempt in %1 s</source>
        <translation>%1 秒后再次尝试</translation>
    </message>
    <message>
        <source>%1 (simulated GPUs)</source>
        <translation>%1（模拟 GPU）</translation>
    </message>
    <message>
        <source>%1 – %2 of %3</source>
        <translation>%1 – %2 / %3</translation>
    </message>
    <message>
        <source>Data is %1 old</source>
        <translation>数据滞后 %1</translation>
    </message>
    <message>
        <source>No data</source>
        <translation>无数据</translation>
    </message>
</context>
<context>
    <name>muster::console::WelcomePage</name>
    <message>
        <source>&amp;Connect…</source>
        <translation>连接(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Demo cluster</source>
        <translation>演示集群(&amp;D)</translation>
    </message>
    <message>
        <source>To connect to a cluster you need the address of its master and a token. If you have none, try the demo cluster: it runs on this host with simulated GPUs and ends when this window is closed.</source>
        <translation>连接集群需要其主控的地址和令牌。如果没有，可试用演示集群：它在本机上以模拟 GPU 运行，关闭此窗口时随之结束。</translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation>已知集群</translation>
    </message>
    <message>
        <source>Starts muster-agentd with simulated GPUs on this host</source>
        <translation>在本机上启动带模拟 GPU 的 muster-agentd</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Connect to a cluster</source>
        <translation>连接到集群</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>muster::console::WorkPage</name>
    <message>
        <source>Why %1 is pending</source>
        <translation>%1 为何等待</translation>
    </message>
    <message>
        <source>Log of %1</source>
        <translation>%1 的日志</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>%1 has not run yet</source>
        <translation>%1 尚未运行</translation>
    </message>
    <message>
        <source>Why %1 ended</source>
        <translation>%1 结束的原因</translation>
    </message>
    <message>
        <source>Load what ended earlier</source>
        <translation>加载更早结束的条目</translation>
    </message>
    <message>
        <source>Loaded from further back: %1</source>
        <translation>已加载更早的条目：%1</translation>
    </message>
    <message>
        <source>The master keeps nothing that ended earlier</source>
        <translation>主控没有保留更早结束的条目</translation>
    </message>
    <message>
        <source>Cannot load what ended earlier: %1</source>
        <translation>无法加载更早结束的条目：%1</translation>
    </message>
</context>
<context>
    <name>muster::models::AlertModel</name>
    <message>
        <source>Severity</source>
        <translation>严重程度</translation>
    </message>
    <message>
        <source>Alert</source>
        <translation>告警</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>Acknowledged by</source>
        <translation>确认者</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Muted until</source>
        <translation>静默至</translation>
    </message>
    <message>
        <source>It is not reported as new if it returns before this time</source>
        <translation>在此时间之前再次出现时，不会作为新告警提示</translation>
    </message>
    <message>
        <source>What</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>What is wrong and how to fix it</source>
        <translation>出了什么问题，以及如何处理</translation>
    </message>
</context>
<context>
    <name>muster::models::AuditModel</name>
    <message>
        <source>%1:%2</source>
        <translation>%1:%2</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Who</source>
        <translation>操作者</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>详情</translation>
    </message>
</context>
<context>
    <name>muster::models::ExplanationModel</name>
    <message>
        <source>%1: has %2, sufficient</source>
        <translation>%1：有 %2，足够</translation>
    </message>
    <message>
        <source>%1: has %2, not sufficient</source>
        <translation>%1：有 %2，不足</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>muster::models::GpuHours</name>
    <message>
        <source>GPU-hours by day</source>
        <translation>每日 GPU 小时</translation>
    </message>
    <message>
        <source>GPU-hours by hour</source>
        <translation>每小时 GPU 小时</translation>
    </message>
    <message>
        <source>%1: %2 GPU-hours</source>
        <translation>%1：%2 GPU 小时</translation>
    </message>
    <message>
        <source>%1: no data</source>
        <translation>%1：无数据</translation>
    </message>
</context>
<context>
    <name>muster::models::GpuModel</name>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Index on its node, as nvidia-smi prints it</source>
        <translation>在节点上的索引，与 nvidia-smi 显示的一致</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>型号</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Why the GPU is restricted, or its fault</source>
        <translation>GPU 被限制使用的原因或其故障</translation>
    </message>
    <message>
        <source>Bus id</source>
        <translation>总线 ID</translation>
    </message>
    <message>
        <source>Persistence</source>
        <translation>持久模式</translation>
    </message>
    <message>
        <source>Display</source>
        <translation>显示输出</translation>
    </message>
    <message>
        <source>Compute mode</source>
        <translation>计算模式</translation>
    </message>
    <message>
        <source>MIG</source>
        <translation>MIG</translation>
    </message>
    <message>
        <source>ECC mode</source>
        <translation>ECC 模式</translation>
    </message>
    <message>
        <source>UUID</source>
        <translation>UUID</translation>
    </message>
    <message>
        <source>Memory used / total</source>
        <translation>显存 已用/总量</translation>
    </message>
    <message>
        <source>Power / cap</source>
        <translation>功耗/上限</translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation>利用率</translation>
    </message>
    <message>
        <source>On</source>
        <translation>开</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>NUMA node</source>
        <translation>NUMA 节点</translation>
    </message>
    <message>
        <source>NUMA node whose CPUs and memory are closest to the GPU</source>
        <translation>其 CPU 和内存离该 GPU 最近的 NUMA 节点</translation>
    </message>
    <message>
        <source>Restricted by %1 since %2: %3</source>
        <translation>由 %1 自 %2 起限制使用：%3</translation>
    </message>
    <message>
        <source>%1 (until %2)</source>
        <translation>%1（至 %2）</translation>
    </message>
</context>
<context>
    <name>muster::models::HeatMapModel</name>
    <message>
        <source>%1 of %2 %3 (%4)</source>
        <translation>%1 / %2 %3（%4）</translation>
    </message>
    <message>
        <source>%1 GPU %2</source>
        <translation>%1 GPU %2</translation>
    </message>
    <message>
        <source>Restricted by %1: %2</source>
        <translation>由 %1 限制使用：%2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Task %1</source>
        <translation>任务 %1</translation>
    </message>
</context>
<context>
    <name>muster::models::HeatMetric</name>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>The state of the GPU</source>
        <translation>GPU 的状态</translation>
    </message>
</context>
<context>
    <name>muster::models::InstanceModel</name>
    <message>
        <source>Unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Its health check has no result yet</source>
        <translation>其健康检查尚无结果</translation>
    </message>
    <message>
        <source>Healthy</source>
        <translation>健康</translation>
    </message>
    <message>
        <source>It passes its health check</source>
        <translation>通过健康检查</translation>
    </message>
    <message>
        <source>Unhealthy</source>
        <translation>不健康</translation>
    </message>
    <message>
        <source>It fails its health check</source>
        <translation>未通过健康检查</translation>
    </message>
    <message>
        <source>No check</source>
        <translation>无检查</translation>
    </message>
    <message>
        <source>The service has no health check</source>
        <translation>该服务没有健康检查</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>健康</translation>
    </message>
    <message>
        <source>Ports</source>
        <translation>端口</translation>
    </message>
    <message>
        <source>Its ports on the node, in the order of the service&apos;s</source>
        <translation>它在节点上的端口，按服务端口的顺序</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>启动时间</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Whether it runs the newest configuration of the service</source>
        <translation>是否运行服务的最新配置</translation>
    </message>
    <message>
        <source>Outdated</source>
        <translation>过时</translation>
    </message>
    <message>
        <source>It runs an older configuration</source>
        <translation>它运行较早的配置</translation>
    </message>
    <message>
        <source>Current</source>
        <translation>当前</translation>
    </message>
</context>
<context>
    <name>muster::models::JobModel</name>
    <message>
        <source>Job</source>
        <translation>作业</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Why the job is pending or its last attempt ended</source>
        <translation>作业等待或最近一次尝试结束的原因</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>CPUs</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>优先级</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>尝试次数</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Submitted</source>
        <translation>提交时间</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>Ran for</source>
        <translation>运行时长</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Held by %1 since %2: %3</source>
        <translation>由 %1 自 %2 起挂起：%3</translation>
    </message>
</context>
<context>
    <name>muster::models::JobProblems</name>
    <message>
        <source>Enter a name for the job</source>
        <translation>请输入作业名称</translation>
    </message>
    <message>
        <source>%1 characters, at most %2 are allowed</source>
        <translation>%1 个字符，最多允许 %2 个</translation>
    </message>
    <message>
        <source>At least 0.01 CPUs are needed</source>
        <translation>至少需要 0.01 个 CPU</translation>
    </message>
    <message>
        <source>At least 32 MiB are needed</source>
        <translation>至少需要 32 MiB</translation>
    </message>
    <message>
        <source>A GPU type needs at least 1 GPU</source>
        <translation>指定 GPU 类型时至少需要 1 个 GPU</translation>
    </message>
    <message>
        <source>Linked GPUs need at least 2 GPUs, %1 requested</source>
        <translation>互连 GPU 至少需要 2 个 GPU，当前请求 %1 个</translation>
    </message>
    <message>
        <source>Enter a command, or choose an image with a default command</source>
        <translation>请输入命令，或选择自带默认命令的镜像</translation>
    </message>
</context>
<context>
    <name>muster::models::NodeModel</name>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>GPUs free</source>
        <translation>空闲 GPU</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>CPUs used / total</source>
        <translation>CPU 已用/总量</translation>
    </message>
    <message>
        <source>Memory used / total</source>
        <translation>内存 已用/总量</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>驱动</translation>
    </message>
    <message>
        <source>CUDA</source>
        <translation>CUDA</translation>
    </message>
    <message>
        <source>Attributes</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Registered</source>
        <translation>注册时间</translation>
    </message>
    <message>
        <source>Agent id</source>
        <translation>代理 ID</translation>
    </message>
    <message>
        <source>Drained by %1 since %2</source>
        <translation>由 %1 自 %2 起排空</translation>
    </message>
    <message>
        <source>Drained by %1 since %2: %3</source>
        <translation>由 %1 自 %2 起排空：%3</translation>
    </message>
</context>
<context>
    <name>muster::models::NoticeFinder</name>
    <message>
        <source>%1 started</source>
        <translation>%1 已开始</translation>
    </message>
    <message>
        <source>On %1</source>
        <translation>在 %1 上</translation>
    </message>
    <message>
        <source>%1 finished</source>
        <translation>%1 已完成</translation>
    </message>
    <message>
        <source>After %1</source>
        <translation>用时 %1</translation>
    </message>
    <message>
        <source>%1 was killed</source>
        <translation>%1 已被终止</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 失败</translation>
    </message>
    <message>
        <source>GPU %1 recovered</source>
        <translation>GPU %1 已恢复正常</translation>
    </message>
    <message>
        <source>GPU %1 is lost</source>
        <translation>GPU %1 已丢失</translation>
    </message>
    <message>
        <source>GPU %1 is unhealthy</source>
        <translation>GPU %1 异常</translation>
    </message>
</context>
<context>
    <name>muster::models::OfferModel</name>
    <message>
        <source>Offer</source>
        <translation>资源邀约</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>框架</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>CPUs</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>磁盘</translation>
    </message>
    <message>
        <source>Made</source>
        <translation>发出时间</translation>
    </message>
</context>
<context>
    <name>muster::models::ProcessModel</name>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>PID</source>
        <translation>PID</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Memory (MiB)</source>
        <translation>显存 (MiB)</translation>
    </message>
</context>
<context>
    <name>muster::models::RefusalModel</name>
    <message>
        <source>Framework</source>
        <translation>框架</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Role of the framework in which this is not offered</source>
        <translation>框架的角色，以此角色不会收到这些资源的邀约</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Not offered until</source>
        <translation>不邀约的截止时间</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Resources</source>
        <translation>资源</translation>
    </message>
    <message>
        <source>These resources of the node, or less, are not offered</source>
        <translation>该节点的这些或更少的资源不会被邀约</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>All with GPUs</source>
        <translation>全部有 GPU 的节点</translation>
    </message>
    <message>
        <source>No end</source>
        <translation>无期限</translation>
    </message>
</context>
<context>
    <name>muster::models::ScheduleModel</name>
    <message>
        <source>Problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>No run is started until it is resumed</source>
        <translation>在恢复之前不启动运行</translation>
    </message>
    <message>
        <source>Running %1</source>
        <translation>运行中：%1</translation>
    </message>
    <message>
        <source>Exhausted</source>
        <translation>已用尽</translation>
    </message>
    <message>
        <source>No further run will be due</source>
        <translation>不会再有运行</translation>
    </message>
    <message>
        <source>Waits for parents</source>
        <translation>等待父计划</translation>
    </message>
    <message>
        <source>It runs when its parents have succeeded</source>
        <translation>父计划成功后运行</translation>
    </message>
    <message>
        <source>Scheduled</source>
        <translation>已计划</translation>
    </message>
    <message>
        <source>It runs when it is due</source>
        <translation>到时运行</translation>
    </message>
    <message>
        <source>After %1</source>
        <translation>在 %1 之后</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>计划</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>ISO 8601, or a line of cron, or the schedules after which it runs</source>
        <translation>ISO 8601、一行 cron，或在其后运行的计划</translation>
    </message>
    <message>
        <source>Time zone</source>
        <translation>时区</translation>
    </message>
    <message>
        <source>Next run</source>
        <translation>下次运行</translation>
    </message>
    <message>
        <source>Last run</source>
        <translation>上次运行</translation>
    </message>
    <message>
        <source>Successes</source>
        <translation>成功</translation>
    </message>
    <message>
        <source>Failures</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Changed by</source>
        <translation>更改者</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>更改时间</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>镜像</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>The last one: %1</source>
        <translation>最近一次：%1</translation>
    </message>
    <message>
        <source>In a row: %1. The last one: %2</source>
        <translation>连续：%1。最近一次：%2</translation>
    </message>
</context>
<context>
    <name>muster::models::ServiceModel</name>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Not all of its instances are running</source>
        <translation>并非全部实例都在运行</translation>
    </message>
    <message>
        <source>All of its instances are running</source>
        <translation>全部实例都在运行</translation>
    </message>
    <message>
        <source>Deploying</source>
        <translation>部署中</translation>
    </message>
    <message>
        <source>A deployment changes it</source>
        <translation>部署正在更改它</translation>
    </message>
    <message>
        <source>A deployment changes it, and waits for offers for %1 of %2 instances</source>
        <translation>部署正在更改它，%2 个实例中有 %1 个在等待报价</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Waiting for offers: %1 of %2 instances</source>
        <translation>等待报价：%2 个实例中的 %1 个</translation>
    </message>
    <message>
        <source>Delayed</source>
        <translation>已延迟</translation>
    </message>
    <message>
        <source>Its instances ended too often: the next one is started at %1</source>
        <translation>其实例结束过于频繁：下一个在 %1 启动</translation>
    </message>
    <message>
        <source>Suspended</source>
        <translation>已挂起</translation>
    </message>
    <message>
        <source>It is scaled to no instances</source>
        <translation>已伸缩为零个实例</translation>
    </message>
    <message>
        <source>Removing</source>
        <translation>移除中</translation>
    </message>
    <message>
        <source>It was deleted, and its last instances are being killed</source>
        <translation>它已被删除，最后的实例正在被终止</translation>
    </message>
    <message>
        <source>Unhealthy</source>
        <translation>不健康</translation>
    </message>
    <message>
        <source>Failing their health check: %1 of %2 instances</source>
        <translation>未通过健康检查：%2 个实例中的 %1 个</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>Service</source>
        <translation>服务</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Instances</source>
        <translation>实例</translation>
    </message>
    <message>
        <source>Running instances, and how many it is to have</source>
        <translation>运行中的实例数与应有的实例数</translation>
    </message>
    <message>
        <source>Healthy</source>
        <translation>健康</translation>
    </message>
    <message>
        <source>Instances that pass their health check, of those that run</source>
        <translation>运行中的实例里通过健康检查的</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>GPUs of each instance</source>
        <translation>每个实例的 GPU</translation>
    </message>
    <message>
        <source>CPUs</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>CPUs of each instance</source>
        <translation>每个实例的 CPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Memory of each instance</source>
        <translation>每个实例的内存</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Deployment</source>
        <translation>部署</translation>
    </message>
    <message>
        <source>The change of the service that is under way</source>
        <translation>正在进行的服务更改</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>更改时间</translation>
    </message>
    <message>
        <source>When the service was last changed</source>
        <translation>服务上次更改的时间</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>镜像</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>No check</source>
        <translation>无检查</translation>
    </message>
</context>
<context>
    <name>muster::models::TaskModel</name>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Indices of its GPUs on the node</source>
        <translation>其 GPU 在节点上的索引</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>框架</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>结束时间</translation>
    </message>
    <message>
        <source>Exit</source>
        <translation>退出状态</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>signal %1</source>
        <translation>信号 %1</translation>
    </message>
    <message>
        <source>GPU indices</source>
        <translation>GPU 索引</translation>
    </message>
</context>
<context>
    <name>muster::models::TopologyModel</name>
    <message>
        <source>number of NVLinks</source>
        <translation>NVLink 条数</translation>
    </message>
    <message>
        <source>GPU %1 is on NUMA node %2</source>
        <translation>GPU %1 位于 NUMA 节点 %2</translation>
    </message>
    <message>
        <source>The NUMA node of GPU %1 is unknown</source>
        <translation>GPU %1 的 NUMA 节点未知</translation>
    </message>
    <message>
        <source>GPU %1 to GPU %2</source>
        <translation>GPU %1 到 GPU %2</translation>
    </message>
    <message>
        <source>GPU %1 itself</source>
        <translation>GPU %1 自身</translation>
    </message>
    <message>
        <source>%1: %2, NVLinks: %3</source>
        <translation>%1：%2，NVLink：%3</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>%1: not reported by the driver</source>
        <translation>%1：驱动未报告</translation>
    </message>
    <message>
        <source>NUMA</source>
        <translation>NUMA</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
</context>
<context>
    <name>muster::models::UsageModel</name>
    <message>
        <source>Total: %1 GPU-hours, %2 CPU-hours; tasks: %3, failed: %4</source>
        <translation>合计：%1 GPU 小时，%2 CPU 小时；任务：%3，失败：%4</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>GPU-hours</source>
        <translation>GPU 小时</translation>
    </message>
    <message>
        <source>GPUs allocated, busy or idle, times hours</source>
        <translation>占用的 GPU 数（无论是否忙碌）乘以小时数</translation>
    </message>
    <message>
        <source>Share (%)</source>
        <translation>占比 (%)</translation>
    </message>
    <message>
        <source>Share of the GPU-hours of all users</source>
        <translation>占所有用户 GPU 小时的比例</translation>
    </message>
    <message>
        <source>CPU-hours</source>
        <translation>CPU 小时</translation>
    </message>
    <message>
        <source>CPUs allocated, busy or idle, times hours</source>
        <translation>占用的 CPU 数（无论是否忙碌）乘以小时数</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Tasks that held resources in this period</source>
        <translation>在此时段内占用过资源的任务</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Tasks that failed in this period</source>
        <translation>在此时段内失败的任务</translation>
    </message>
    <message>
        <source>Mean wait</source>
        <translation>平均等待</translation>
    </message>
    <message>
        <source>Time in the queue of jobs whose first attempt started in this period</source>
        <translation>首次尝试在此时段内开始的作业的排队时间</translation>
    </message>
</context>
<context>
    <name>muster::models::saveFile</name>
    <message>
        <source>Cannot write %1: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>Not a file</source>
        <translation>不是文件</translation>
    </message>
</context>
<context>
    <name>muster::models::text</name>
    <message>
        <source>n/a</source>
        <translation>N/A</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 小时 %2 分</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation>%1 天 %2 小时</translation>
    </message>
</context>
<context>
    <name>muster::widgets::AcknowledgeDialog</name>
    <message>
        <source>Acknowledge an alert</source>
        <translation>确认告警</translation>
    </message>
    <message>
        <source>What is being done (optional)</source>
        <translation>正在采取的措施（可选）</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>For 1 hour</source>
        <translation>1 小时</translation>
    </message>
    <message>
        <source>For 8 hours</source>
        <translation>8 小时</translation>
    </message>
    <message>
        <source>For 1 day</source>
        <translation>1 天</translation>
    </message>
    <message>
        <source>A muted alert is not reported as new if it returns</source>
        <translation>已静默的告警再次出现时不会作为新告警提示</translation>
    </message>
    <message>
        <source>&amp;Note</source>
        <translation>备注(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Mute</source>
        <translation>静默(&amp;M)</translation>
    </message>
    <message>
        <source>Acknowledge</source>
        <translation>确认</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>muster::widgets::AlertWall</name>
    <message>
        <source>Alerts</source>
        <translation>告警</translation>
    </message>
    <message>
        <source>No alerts</source>
        <translation>没有告警</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>另有 %n 条</numerusform>
        </translation>
    </message>
    <message>
        <source>Critical</source>
        <translation>严重</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Since %1 (%2)</source>
        <translation>自 %1 起（%2）</translation>
    </message>
    <message>
        <source>Unacknowledged</source>
        <translation>未确认</translation>
    </message>
    <message>
        <source>Acknowledged by %1</source>
        <translation>由 %1 确认</translation>
    </message>
</context>
<context>
    <name>muster::widgets::ChartBoard</name>
    <message>
        <source>15 min</source>
        <translation>15 分钟</translation>
    </message>
    <message>
        <source>1 h</source>
        <translation>1 小时</translation>
    </message>
    <message>
        <source>6 h</source>
        <translation>6 小时</translation>
    </message>
    <message>
        <source>24 h</source>
        <translation>24 小时</translation>
    </message>
    <message>
        <source>7 d</source>
        <translation>7 天</translation>
    </message>
    <message>
        <source>30 d</source>
        <translation>30 天</translation>
    </message>
    <message>
        <source>Show the last %1</source>
        <translation>显示最近 %1</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Undo the last zoom (Backspace)</source>
        <translation>撤销上次缩放（Backspace）</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Values as CSV…</source>
        <translation>数值存为 CSV…</translation>
    </message>
    <message>
        <source>Charts as PNG…</source>
        <translation>图表存为 PNG…</translation>
    </message>
    <message>
        <source>Copy values</source>
        <translation>复制数值</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Save or copy the charts</source>
        <translation>保存或复制图表</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Line: mean; shaded: minimum to maximum. Drag to zoom.</source>
        <translation>线条：均值；阴影：最小值到最大值。拖动可缩放。</translation>
    </message>
    <message>
        <source>%1 · Loading…</source>
        <translation>%1 · 正在加载…</translation>
    </message>
    <message>
        <source>%1 · No history: %2</source>
        <translation>%1 · 没有历史：%2</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Copied the values as CSV</source>
        <translation>已将数值复制为 CSV</translation>
    </message>
    <message>
        <source>Copied the charts as a picture</source>
        <translation>已将图表复制为图片</translation>
    </message>
</context>
<context>
    <name>muster::widgets::ClusterCharts</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>GPU utilisation</source>
        <translation>GPU 利用率</translation>
    </message>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message>
        <source>Mean of all measured GPUs, including idle ones</source>
        <translation>所有被测量 GPU 的均值，包括空闲的 GPU</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Allocated GPUs and all GPUs</source>
        <translation>已分配的 GPU 和全部 GPU</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功耗</translation>
    </message>
    <message>
        <source>Total of all GPUs</source>
        <translation>所有 GPU 合计</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>已用</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>作业</translation>
    </message>
    <message>
        <source>Pending and running jobs</source>
        <translation>等待中和运行中的作业</translation>
    </message>
    <message>
        <source>Pending</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Queue wait</source>
        <translation>排队等待时间</translation>
    </message>
    <message>
        <source>Time since submission of the pending jobs</source>
        <translation>等待中的作业自提交以来的时间</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>最长</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>No data in this range</source>
        <translation>此范围内无数据</translation>
    </message>
    <message>
        <source>The master records cluster figures from its start. Try a longer range.</source>
        <translation>主控从启动起记录集群的数据。请尝试更长的范围。</translation>
    </message>
</context>
<context>
    <name>muster::widgets::ClusterTable</name>
    <message>
        <source>Copy cell</source>
        <translation>复制单元格</translation>
    </message>
    <message>
        <source>Copy row</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Copy id</source>
        <translation>复制 ID</translation>
    </message>
    <message>
        <source>Copied &quot;%1&quot;</source>
        <translation>已复制“%1”</translation>
    </message>
    <message numerus="yes">
        <source>Copied the row: %n cells</source>
        <translation>
            <numerusform>已复制该行：%n 个单元格</numerusform>
        </translation>
    </message>
    <message>
        <source>Copied the id %1</source>
        <translation>已复制 ID %1</translation>
    </message>
    <message>
        <source>Sort ascending</source>
        <translation>升序排序</translation>
    </message>
    <message>
        <source>Sort descending</source>
        <translation>降序排序</translation>
    </message>
    <message>
        <source>Add to sort order (Shift+click)</source>
        <translation>加入排序条件（Shift+单击）</translation>
    </message>
    <message>
        <source>Compact columns</source>
        <translation>精简列</translation>
    </message>
    <message>
        <source>All columns</source>
        <translation>所有列</translation>
    </message>
    <message>
        <source>Reset columns</source>
        <translation>重置列</translation>
    </message>
    <message>
        <source>Save columns as…</source>
        <translation>列另存为…</translation>
    </message>
    <message>
        <source>Remove saved columns</source>
        <translation>移除已保存的列</translation>
    </message>
    <message>
        <source>Save columns</source>
        <translation>保存列</translation>
    </message>
    <message>
        <source>Name for these columns, their widths and sorting:</source>
        <translation>这些列及其宽度和排序方式的名称：</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
</context>
<context>
    <name>muster::widgets::CommandDialog</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Affected objects</source>
        <translation>受影响的对象</translation>
    </message>
    <message>
        <source>Reason, shown to others</source>
        <translation>原因，其他人可见</translation>
    </message>
    <message>
        <source>Reason (optional)</source>
        <translation>原因（可选）</translation>
    </message>
    <message>
        <source>&amp;Reason</source>
        <translation>原因(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Until</source>
        <translation>截止(&amp;U)</translation>
    </message>
    <message>
        <source>End time</source>
        <translation>结束时间</translation>
    </message>
    <message>
        <source>Maximum &amp;grace period</source>
        <translation>最长宽限期(&amp;G)</translation>
    </message>
    <message>
        <source>Otherwise each task has its own grace period</source>
        <translation>否则各任务使用其自己的宽限期</translation>
    </message>
    <message>
        <source> min</source>
        <translation> 分钟</translation>
    </message>
    <message>
        <source>Maximum grace period</source>
        <translation>最长宽限期</translation>
    </message>
    <message>
        <source>&amp;Type %1 to confirm</source>
        <translation>输入 %1 以确认(&amp;T)</translation>
    </message>
    <message>
        <source>A reason is required</source>
        <translation>必须填写原因</translation>
    </message>
    <message>
        <source>The reason has %1 bytes, the maximum is %2</source>
        <translation>原因有 %1 字节，最多 %2 字节</translation>
    </message>
    <message>
        <source>Enter the number to confirm</source>
        <translation>请输入该数字以确认</translation>
    </message>
    <message>
        <source>&amp;Instances</source>
        <translation>实例(&amp;I)</translation>
    </message>
</context>
<context>
    <name>muster::widgets::CommandField</name>
    <message>
        <source>Shell command</source>
        <translation>Shell 命令</translation>
    </message>
    <message>
        <source>Arguments, one per line</source>
        <translation>参数，每行一个</translation>
    </message>
    <message>
        <source>Form of the command</source>
        <translation>命令的形式</translation>
    </message>
    <message>
        <source>A shell expands $NAME, * and pipes; arguments are passed unchanged</source>
        <translation>Shell 会展开 $NAME、* 和管道；参数则原样传递</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>python3
train.py
--epochs=10</source>
        <translation>python3
train.py
--epochs=10</translation>
    </message>
    <message>
        <source>python3 train.py --epochs 10</source>
        <translation>python3 train.py --epochs 10</translation>
    </message>
</context>
<context>
    <name>muster::widgets::EventList</name>
    <message>
        <source>Older</source>
        <translation>更早</translation>
    </message>
    <message>
        <source>Load older events</source>
        <translation>加载更早的事件</translation>
    </message>
    <message numerus="yes">
        <source>Of the newest %n events of the cluster</source>
        <translation>
            <numerusform>取自集群最新的 %n 个事件</numerusform>
        </translation>
    </message>
    <message>
        <source>Cannot load the events: %1</source>
        <translation>无法加载事件：%1</translation>
    </message>
</context>
<context>
    <name>muster::widgets::ExplainPanel</name>
    <message>
        <source>Nodes and how they meet the job&apos;s requirements</source>
        <translation>各节点及其对作业要求的满足情况</translation>
    </message>
    <message>
        <source>It would start</source>
        <translation>在以下情况下可启动</translation>
    </message>
    <message>
        <source>1 more node</source>
        <translation>另有 1 个节点</translation>
    </message>
    <message>
        <source>%1 more nodes</source>
        <translation>另有 %1 个节点</translation>
    </message>
    <message>
        <source>1 job ahead in the queue</source>
        <translation>队列中前面有 1 个作业</translation>
    </message>
    <message>
        <source>%1 jobs ahead in the queue</source>
        <translation>队列中前面有 %1 个作业</translation>
    </message>
    <message>
        <source>As of %1</source>
        <translation>截至 %1</translation>
    </message>
</context>
<context>
    <name>muster::widgets::FailureCard</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>muster::widgets::Filter</name>
    <message>
        <source>user:me: your user name is not known here; enter it</source>
        <translation>user:me：此处不知道您的用户名；请写出全名</translation>
    </message>
    <message>
        <source>/%1/ is not a valid pattern: %2 at character %3</source>
        <translation>/%1/ 不是有效的模式：第 %3 个字符处 %2</translation>
    </message>
    <message>
        <source>%1%2 needs a value, as in %1%2%3</source>
        <translation>%1%2 缺少值，应如 %1%2%3</translation>
    </message>
    <message>
        <source>%1 contains text, not numbers: use %1:%2 or %1=%2</source>
        <translation>%1 的内容是文字而非数字：请用 %1:%2 或 %1=%2</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a valid value for %2; use for example %2%3%4</source>
        <translation>“%1”不是 %2 的有效值；请使用例如 %2%3%4</translation>
    </message>
    <message>
        <source>No column &quot;%1&quot;; columns are %2. To search for the text itself: &quot;%3…&quot;</source>
        <translation>没有“%1”列；可用的列有 %2。要查找文本本身：&quot;%3…&quot;</translation>
    </message>
    <message>
        <source>The filter has %1 characters, the maximum is %2</source>
        <translation>筛选条件有 %1 个字符，最多 %2 个</translation>
    </message>
</context>
<context>
    <name>muster::widgets::FilterBox</name>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Filter (Ctrl+F), F1 for help</source>
        <translation>筛选 (Ctrl+F)，F1 查看帮助</translation>
    </message>
    <message>
        <source>Words, !not, /regex/, column:word, column&gt;number</source>
        <translation>单词、!排除、/正则/、column:word、column&gt;number</translation>
    </message>
    <message>
        <source>Filter syntax (F1)</source>
        <translation>筛选语法 (F1)</translation>
    </message>
    <message>
        <source>Help on filters</source>
        <translation>筛选帮助</translation>
    </message>
    <message>
        <source>rows that contain both words</source>
        <translation>同时含有这两个词的行</translation>
    </message>
    <message>
        <source>with the space between them</source>
        <translation>两词连同其间的空格</translation>
    </message>
    <message>
        <source>rows without it; ! negates any condition</source>
        <translation>不含它的行；! 可否定任何条件</translation>
    </message>
    <message>
        <source>a regular expression that matches any cell</source>
        <translation>正则表达式，匹配任一单元格</translation>
    </message>
    <message>
        <source>in that column only</source>
        <translation>仅限该列</translation>
    </message>
    <message>
        <source>your own</source>
        <translation>您自己的</translation>
    </message>
    <message>
        <source>numbers: &gt; &gt;= &lt; &lt;= = !=</source>
        <translation>数字：&gt; &gt;= &lt; &lt;= = !=</translation>
    </message>
    <message>
        <source>times: s, m, h, d, w</source>
        <translation>时间：s、m、h、d、w</translation>
    </message>
    <message>
        <source>Columns of this list:</source>
        <translation>此列表的列：</translation>
    </message>
</context>
<context>
    <name>muster::widgets::FilterProxy</name>
    <message>
        <source>The pattern is too slow: %1 of %2 rows in %3 s; simplify it</source>
        <translation>模式太慢：%3 秒内仅处理 %1 行（共 %2 行）；请简化</translation>
    </message>
</context>
<context>
    <name>muster::widgets::FormSection</name>
    <message>
        <source>%1. %2</source>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message numerus="yes">
        <source>%n set</source>
        <translation>
            <numerusform>已设置 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>Environment and files</source>
        <translation>环境与文件</translation>
    </message>
    <message>
        <source>OMP_NUM_THREADS=4
One per line</source>
        <translation>OMP_NUM_THREADS=4
每行一个</translation>
    </message>
    <message>
        <source>Environment variables, NAME=VALUE</source>
        <translation>环境变量，NAME=VALUE</translation>
    </message>
    <message>
        <source>&amp;Files</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>https://example.org/data.tar.gz
One per line</source>
        <translation>https://example.org/data.tar.gz
每行一个</translation>
    </message>
    <message>
        <source>Fetched into the sandbox, archives are extracted; verified by an optional &apos;#sha256=HEX&apos; at the end</source>
        <translation>获取到沙箱中，归档会被解包；可在末尾加 &apos;#sha256=HEX&apos; 进行校验</translation>
    </message>
    <message>
        <source>Terminal</source>
        <translation>终端</translation>
    </message>
    <message>
        <source>Give it a terminal</source>
        <translation>分配终端</translation>
    </message>
    <message>
        <source>For &apos;muster attach&apos;</source>
        <translation>供 &apos;muster attach&apos; 使用</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>放置</translation>
    </message>
    <message>
        <source>rack:a
One per line</source>
        <translation>rack:a
每行一个</translation>
    </message>
    <message>
        <source>Only nodes with these attributes, NAME:VALUE</source>
        <translation>仅限具有这些属性的节点，NAME:VALUE</translation>
    </message>
    <message>
        <source>Jobs with a higher priority start first</source>
        <translation>优先级高的作业先启动</translation>
    </message>
    <message>
        <source>cpus:1;mem:128;gpus:2;disk:1024</source>
        <translation>cpus:1;mem:128;gpus:2;disk:1024</translation>
    </message>
    <message>
        <source>All resources in one value, instead of GPUs, CPUs and memory above</source>
        <translation>以一个值写明全部资源，取代上方的 GPU、CPU 和内存</translation>
    </message>
    <message>
        <source>Retries and user</source>
        <translation>重试与用户</translation>
    </message>
    <message>
        <source>&amp;Retries</source>
        <translation>重试次数(&amp;R)</translation>
    </message>
    <message>
        <source>How many times to restart it if it fails</source>
        <translation>失败后重新启动的次数</translation>
    </message>
    <message>
        <source>Grace period</source>
        <translation>宽限期</translation>
    </message>
    <message>
        <source>Time between SIGTERM and SIGKILL when it is ended, such as 30s</source>
        <translation>结束作业时 SIGTERM 与 SIGKILL 之间的时间，例如 30s</translation>
    </message>
    <message>
        <source>&amp;User</source>
        <translation>用户(&amp;U)</translation>
    </message>
    <message>
        <source>User to run it as on the node</source>
        <translation>在节点上以哪个用户运行</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>容器</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>镜像</translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>Makes the image read-only, except the sandbox, /dev/shm, each tmpfs and each writable volume</source>
        <translation>使镜像只读，沙箱、/dev/shm、各 tmpfs 和各可写卷除外</translation>
    </message>
    <message>
        <source>/data/sets:/sets:ro
One per line</source>
        <translation>/data/sets:/sets:ro
每行一个</translation>
    </message>
    <message>
        <source>HOST:PATH or HOST:PATH:ro: directories or files of the host that its agent allows</source>
        <translation>HOST:PATH 或 HOST:PATH:ro：其代理允许的主机目录或文件</translation>
    </message>
    <message>
        <source>/tmp:size=64m,mode=1777,exec
One per line</source>
        <translation>/tmp:size=64m,mode=1777,exec
每行一个</translation>
    </message>
    <message>
        <source>In-memory file systems</source>
        <translation>内存文件系统</translation>
    </message>
    <message>
        <source>The task&apos;s memory</source>
        <translation>任务的内存</translation>
    </message>
    <message>
        <source>Size, such as 1g</source>
        <translation>大小，例如 1g</translation>
    </message>
    <message>
        <source>nofile=1024:4096
One per line</source>
        <translation>nofile=1024:4096
每行一个</translation>
    </message>
    <message>
        <source>Resource limits of processes, NAME=SOFT or NAME=SOFT:HARD, -1 for unlimited</source>
        <translation>进程的资源限制，NAME=SOFT 或 NAME=SOFT:HARD，-1 表示无限制</translation>
    </message>
    <message>
        <source>IPC_LOCK
One per line</source>
        <translation>IPC_LOCK
每行一个</translation>
    </message>
    <message>
        <source>Capabilities that its agent allows</source>
        <translation>其代理允许的 capability</translation>
    </message>
    <message>
        <source>ALL
One per line</source>
        <translation>ALL
每行一个</translation>
    </message>
    <message>
        <source>ALL, or individual capabilities</source>
        <translation>ALL，或单个 capability</translation>
    </message>
    <message>
        <source>Varia&amp;bles</source>
        <translation>变量(&amp;B)</translation>
    </message>
    <message>
        <source>Constr&amp;aints</source>
        <translation>约束(&amp;A)</translation>
    </message>
    <message>
        <source>Priorit&amp;y</source>
        <translation>优先级(&amp;Y)</translation>
    </message>
    <message>
        <source>Re&amp;sources</source>
        <translation>资源(&amp;S)</translation>
    </message>
    <message>
        <source>Volumes</source>
        <translation>卷</translation>
    </message>
    <message>
        <source>Tmpfs</source>
        <translation>Tmpfs</translation>
    </message>
    <message>
        <source>/&amp;dev/shm</source>
        <translation>/dev/shm(&amp;D)</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>限额</translation>
    </message>
    <message>
        <source>Add capabilities</source>
        <translation>添加 capability</translation>
    </message>
    <message>
        <source>Drop capabilities</source>
        <translation>移除 capability</translation>
    </message>
</context>
<context>
    <name>muster::widgets::GpuCharts</name>
    <message>
        <source>Not measured by this GPU: %1</source>
        <translation>此 GPU 不测量：%1</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>muster::widgets::GpuDetails</name>
    <message>
        <source>Restrict…</source>
        <translation>限制使用…</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>释放</translation>
    </message>
    <message>
        <source>Processes on the GPU</source>
        <translation>GPU 上的进程</translation>
    </message>
    <message>
        <source>No running processes found</source>
        <translation>未找到正在运行的进程</translation>
    </message>
    <message>
        <source>%1 · %2 · %3</source>
        <translation>%1 · %2 · %3</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>%1 (lanes: %2)</source>
        <translation>%1（通道数：%2）</translation>
    </message>
    <message>
        <source>No NVLink peers</source>
        <translation>无 NVLink 对端</translation>
    </message>
    <message>
        <source>NVLink peers: %1</source>
        <translation>NVLink 对端：%1</translation>
    </message>
    <message>
        <source>The GPU no longer exists</source>
        <translation>该 GPU 已不存在</translation>
    </message>
    <message>
        <source>%1: GPU %2</source>
        <translation>%1：GPU %2</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Restricted by %1: %2</source>
        <translation>由 %1 限制：%2</translation>
    </message>
    <message>
        <source>Restricted by %1 until %2: %3</source>
        <translation>由 %1 限制至 %2：%3</translation>
    </message>
    <message>
        <source>NUMA node %1</source>
        <translation>NUMA 节点 %1</translation>
    </message>
    <message>
        <source>%1 to GPU %2</source>
        <translation>至 GPU %2：%1</translation>
    </message>
    <message>
        <source>%1
%2</source>
        <translation>%1
%2</translation>
    </message>
    <message>
        <source>No events for this GPU</source>
        <translation>此 GPU 没有事件</translation>
    </message>
    <message>
        <source>Details of the GPU</source>
        <translation>GPU 详情</translation>
    </message>
    <message>
        <source>Events of the GPU</source>
        <translation>GPU 的事件</translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
</context>
<context>
    <name>muster::widgets::GpuWall</name>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>No GPUs in the cluster</source>
        <translation>集群中没有 GPU</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Mem %1</source>
        <translation>显存 %1</translation>
    </message>
</context>
<context>
    <name>muster::widgets::HeatCard</name>
    <message>
        <source>Task %1</source>
        <translation>任务 %1</translation>
    </message>
    <message>
        <source>%1, last %2 min</source>
        <translation>%1，最近 %2 分钟</translation>
    </message>
</context>
<context>
    <name>muster::widgets::HeatLegend</name>
    <message>
        <source>Legend of the heat map</source>
        <translation>热力图图例</translation>
    </message>
    <message>
        <source>%1, dark is %2 %4, bright is %3 %4</source>
        <translation>%1，暗色为 %2 %4，亮色为 %3 %4</translation>
    </message>
</context>
<context>
    <name>muster::widgets::HeatMap</name>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>Heat map of all GPUs by node</source>
        <translation>所有 GPU 的热力图（按节点）</translation>
    </message>
    <message>
        <source>Arrow keys move between GPUs, typing a name finds a node, F1 shows details of a GPU, Enter opens it; plus, minus and 0 zoom</source>
        <translation>方向键在 GPU 之间移动，输入名称可查找节点，F1 显示 GPU 详情，Enter 打开；加号、减号和 0 用于缩放</translation>
    </message>
</context>
<context>
    <name>muster::widgets::HeatPanel</name>
    <message>
        <source>Metric of the heat map</source>
        <translation>热力图的指标</translation>
    </message>
    <message>
        <source>Zoom out (-)</source>
        <translation>缩小 (-)</translation>
    </message>
    <message>
        <source>Zoom in (+)</source>
        <translation>放大 (+)</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Show all GPUs (0)</source>
        <translation>显示所有 GPU (0)</translation>
    </message>
    <message>
        <source>C&amp;olour by</source>
        <translation>着色依据(&amp;O)</translation>
    </message>
</context>
<context>
    <name>muster::widgets::JobSection</name>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>train-resnet</source>
        <translation>train-resnet</translation>
    </message>
    <message>
        <source>Name of the job</source>
        <translation>作业的名称</translation>
    </message>
    <message>
        <source>&amp;Image</source>
        <translation>镜像(&amp;I)</translation>
    </message>
    <message>
        <source>None: the host&apos;s file system</source>
        <translation>无：使用主机的文件系统</translation>
    </message>
    <message>
        <source>Named as for Docker: nvcr.io/nvidia/pytorch:23.10-py3</source>
        <translation>与 Docker 相同的名称：nvcr.io/nvidia/pytorch:23.10-py3</translation>
    </message>
    <message>
        <source>&amp;Linked</source>
        <translation>互连(&amp;L)</translation>
    </message>
    <message>
        <source>GPUs joined by NVLink</source>
        <translation>由 NVLink 互连的 GPU</translation>
    </message>
    <message>
        <source>All GPUs of the job are direct NVLink peers</source>
        <translation>作业的所有 GPU 互为直连的 NVLink 对端</translation>
    </message>
    <message>
        <source>C&amp;ommand</source>
        <translation>命令(&amp;O)</translation>
    </message>
    <message>
        <source>Command to run</source>
        <translation>要运行的命令</translation>
    </message>
    <message>
        <source>&amp;GPUs</source>
        <translation>GPU(&amp;G)</translation>
    </message>
    <message>
        <source>Number of GPUs</source>
        <translation>GPU 数量</translation>
    </message>
    <message>
        <source>Any</source>
        <translation>任意</translation>
    </message>
    <message>
        <source>Only nodes with this value of the attribute &quot;gpu&quot;</source>
        <translation>仅限属性 &quot;gpu&quot; 为此值的节点</translation>
    </message>
    <message>
        <source> MiB</source>
        <translation> MiB</translation>
    </message>
    <message>
        <source>CPU cores, fractions allowed: 0.5 is half a core</source>
        <translation>CPU 核数，可为小数：0.5 表示半个核</translation>
    </message>
    <message>
        <source>&amp;Memory</source>
        <translation>内存(&amp;M)</translation>
    </message>
    <message>
        <source>Host memory, not GPU memory; a task that uses more is killed</source>
        <translation>主机内存，而非显存；超出的任务会被终止</translation>
    </message>
    <message>
        <source>%1 (%2 of %3 free)</source>
        <translation>%1（%3 个中 %2 个空闲）</translation>
    </message>
    <message>
        <source>GPU typ&amp;e</source>
        <translation>GPU 类型(&amp;E)</translation>
    </message>
    <message>
        <source>C&amp;PUs</source>
        <translation>CPU(&amp;P)</translation>
    </message>
</context>
<context>
    <name>muster::widgets::LastHour</name>
    <message>
        <source>Last hour</source>
        <translation>最近一小时</translation>
    </message>
    <message>
        <source>No data yet</source>
        <translation>尚无数据</translation>
    </message>
    <message>
        <source>Waiting for the master…</source>
        <translation>正在等待主控…</translation>
    </message>
    <message>
        <source>No history yet</source>
        <translation>暂无历史数据</translation>
    </message>
    <message>
        <source>The master records cluster figures from its start. The first ones are here within a minute.</source>
        <translation>主控自启动起记录集群数据，一分钟内即可看到第一批数据。</translation>
    </message>
    <message>
        <source>Last hour · No history: %1</source>
        <translation>最近一小时 · 无历史数据：%1</translation>
    </message>
</context>
<context>
    <name>muster::widgets::ListPanel</name>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Choose columns and save the selection</source>
        <translation>选择列并保存所选</translation>
    </message>
    <message>
        <source>Filter of %1</source>
        <translation>%1的筛选</translation>
    </message>
    <message>
        <source>Rows: %1</source>
        <translation>行数：%1</translation>
    </message>
    <message>
        <source>Rows: %1 of %2</source>
        <translation>行数：%1 / %2</translation>
    </message>
    <message>
        <source>0 of %1 match</source>
        <translation>%1 行中无匹配</translation>
    </message>
    <message>
        <source>No rows match &quot;%1&quot;</source>
        <translation>没有匹配“%1”的行</translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>%1 · selected: %2</source>
        <translation>%1 · 已选择：%2</translation>
    </message>
</context>
<context>
    <name>muster::widgets::LogSearchBar</name>
    <message>
        <source>Find in the log</source>
        <translation>在日志中查找</translation>
    </message>
    <message>
        <source>Previous match (Shift+F3)</source>
        <translation>上一个匹配 (Shift+F3)</translation>
    </message>
    <message>
        <source>Next match (F3)</source>
        <translation>下一个匹配 (F3)</translation>
    </message>
    <message>
        <source>Show only matching lines</source>
        <translation>仅显示匹配的行</translation>
    </message>
    <message>
        <source>Close, and show all lines (Esc)</source>
        <translation>关闭并显示所有行 (Esc)</translation>
    </message>
    <message>
        <source>Close the search</source>
        <translation>关闭搜索</translation>
    </message>
    <message>
        <source>No matches</source>
        <translation>无匹配</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln matches</source>
        <translation>
            <numerusform>%Ln 个匹配</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>muster::widgets::LogText</name>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>err</source>
        <translation>err</translation>
    </message>
    <message>
        <source>%1 err</source>
        <translation>%1 err</translation>
    </message>
</context>
<context>
    <name>muster::widgets::LogViewer</name>
    <message>
        <source>Follow</source>
        <translation>跟随</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>输出流</translation>
    </message>
    <message numerus="yes">
        <source>All %n tasks</source>
        <translation>
            <numerusform>全部 %n 个任务</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 lines</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>%1 hidden by the filter</source>
        <translation>筛选隐藏 %1 行</translation>
    </message>
    <message>
        <source>%1 older lines dropped, the newest %2 are kept</source>
        <translation>已丢弃较早的 %1 行，保留最新的 %2 行</translation>
    </message>
    <message>
        <source>%1 before them not loaded</source>
        <translation>此前的 %1 未加载</translation>
    </message>
    <message numerus="yes">
        <source>↓ %Ln new lines</source>
        <translation>
            <numerusform>↓ %Ln 行新内容</numerusform>
        </translation>
    </message>
    <message>
        <source>The output appears here once it runs</source>
        <translation>运行后输出将显示在此处</translation>
    </message>
    <message>
        <source>No output</source>
        <translation>无输出</translation>
    </message>
    <message>
        <source>Nothing has been written so far</source>
        <translation>目前尚未写入任何内容</translation>
    </message>
    <message>
        <source>0 of %1 lines match</source>
        <translation>%1 行中无匹配</translation>
    </message>
    <message>
        <source>The filter hides all lines</source>
        <translation>筛选隐藏了所有行</translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Wrap</source>
        <translation>换行</translation>
    </message>
    <message>
        <source>Follow new output again (End)</source>
        <translation>重新跟随新输出 (End)</translation>
    </message>
    <message>
        <source>stdout and stderr</source>
        <translation>stdout 和 stderr</translation>
    </message>
    <message>
        <source>Last %1</source>
        <translation>末尾 %1</translation>
    </message>
    <message>
        <source>All output</source>
        <translation>全部输出</translation>
    </message>
    <message>
        <source>Amount to load</source>
        <translation>加载量</translation>
    </message>
    <message>
        <source>How much of each file to load; new output is always added</source>
        <translation>每个文件加载多少；新的输出始终会追加</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Break long lines</source>
        <translation>长行自动换行</translation>
    </message>
    <message>
        <source>Follow new output (End)</source>
        <translation>跟随新输出 (End)</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save or copy the lines</source>
        <translation>保存或复制各行</translation>
    </message>
    <message>
        <source>Save all lines…</source>
        <translation>保存所有行…</translation>
    </message>
    <message>
        <source>Save visible lines…</source>
        <translation>保存可见的行…</translation>
    </message>
    <message>
        <source>Copy visible lines</source>
        <translation>复制可见的行</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Search and filter (Ctrl+F)</source>
        <translation>搜索和筛选 (Ctrl+F)</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Time when each line was received; lines written before the log was opened have none</source>
        <translation>每行的接收时间；打开日志之前写入的行没有时间</translation>
    </message>
</context>
<context>
    <name>muster::widgets::LostNotice</name>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
</context>
<context>
    <name>muster::widgets::NodeDetails</name>
    <message>
        <source>Details of the node</source>
        <translation>节点详情</translation>
    </message>
    <message>
        <source>GPUs of the node</source>
        <translation>节点的 GPU</translation>
    </message>
    <message>
        <source>Tasks on the node</source>
        <translation>节点上的任务</translation>
    </message>
    <message>
        <source>This node has no GPUs</source>
        <translation>此节点没有 GPU</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>No tasks on this node</source>
        <translation>此节点上没有任务</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Topology</source>
        <translation>拓扑</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>基本信息</translation>
    </message>
    <message>
        <source>Events of the node</source>
        <translation>节点的事件</translation>
    </message>
    <message>
        <source>No events for this node</source>
        <translation>此节点没有事件</translation>
    </message>
    <message>
        <source>%1:</source>
        <translation>%1：</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Agent id</source>
        <translation>代理 ID</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Drained by</source>
        <translation>排空者</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>驱动程序</translation>
    </message>
    <message>
        <source>CUDA</source>
        <translation>CUDA</translation>
    </message>
    <message>
        <source>Attributes</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Resources</source>
        <translation>资源</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>已用</translation>
    </message>
    <message>
        <source>Offered</source>
        <translation>已邀约</translation>
    </message>
    <message>
        <source>Joined</source>
        <translation>加入时间</translation>
    </message>
    <message>
        <source>The node no longer exists</source>
        <translation>该节点已不存在</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>GPUs (%1)</source>
        <translation>GPU（%1）</translation>
    </message>
    <message>
        <source>Tasks (%1)</source>
        <translation>任务（%1）</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1 since %2: %3</source>
        <translation>%1，自 %2 起：%3</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>无人</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>muster::widgets::NoticeBar</name>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>muster::widgets::OverviewWall</name>
    <message>
        <source>%1 W</source>
        <translation>%1 W</translation>
    </message>
    <message>
        <source>%1 kW</source>
        <translation>%1 kW</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>%1/%2</source>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>GPUs busy</source>
        <translation>忙碌 GPU</translation>
    </message>
    <message>
        <source>GPUs free</source>
        <translation>空闲 GPU</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation>利用率</translation>
    </message>
    <message>
        <source>Jobs running</source>
        <translation>运行中的作业</translation>
    </message>
    <message>
        <source>Jobs pending</source>
        <translation>等待中的作业</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功耗</translation>
    </message>
    <message>
        <source>No nodes have joined</source>
        <translation>没有节点加入</translation>
    </message>
    <message>
        <source>Utilisation of each GPU</source>
        <translation>各 GPU 的利用率</translation>
    </message>
    <message>
        <source>GPUs unusable</source>
        <translation>不可用 GPU</translation>
    </message>
</context>
<context>
    <name>muster::widgets::PatternField</name>
    <message>
        <source>Match case</source>
        <translation>区分大小写</translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation>正则表达式</translation>
    </message>
    <message>
        <source>Only lines that do not match</source>
        <translation>仅显示不匹配的行</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>muster::widgets::ProfileDialog</name>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>蓝色</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>绿色</translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation>黄色</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>橙色</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>红色</translation>
    </message>
    <message>
        <source>Purple</source>
        <translation>紫色</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>灰色</translation>
    </message>
    <message>
        <source>&amp;Test the connection</source>
        <translation>测试连接(&amp;T)</translation>
    </message>
    <message>
        <source>Connect to a cluster</source>
        <translation>连接到集群</translation>
    </message>
    <message>
        <source>Edit %1</source>
        <translation>编辑 %1</translation>
    </message>
    <message>
        <source>Name of the cluster, for example lab</source>
        <translation>集群的名称，例如 lab</translation>
    </message>
    <message>
        <source>gpu.example.org:5050 or https://gpu.example.org:5050</source>
        <translation>gpu.example.org:5050 或 https://gpu.example.org:5050</translation>
    </message>
    <message>
        <source>Or paste the token; it is stored in a file that only you can read</source>
        <translation>或粘贴令牌：它保存在仅您可读的文件中</translation>
    </message>
    <message>
        <source>Only needed if the certificate is signed by a private authority</source>
        <translation>仅当证书由私有机构签发时需要</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Address</source>
        <translation>地址(&amp;A)</translation>
    </message>
    <message>
        <source>Token &amp;file</source>
        <translation>令牌文件(&amp;F)</translation>
    </message>
    <message>
        <source>The file with the token</source>
        <translation>含有令牌的文件</translation>
    </message>
    <message>
        <source>T&amp;oken</source>
        <translation>令牌(&amp;O)</translation>
    </message>
    <message>
        <source>The certificate authority</source>
        <translation>证书颁发机构</translation>
    </message>
    <message>
        <source>Co&amp;lour</source>
        <translation>颜色(&amp;L)</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Token file</source>
        <translation>令牌文件</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>令牌</translation>
    </message>
    <message>
        <source>CA file</source>
        <translation>CA 文件</translation>
    </message>
    <message>
        <source>Colour of the stripe at the window&apos;s edge</source>
        <translation>窗口边缘色条的颜色</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>Browse: %1</source>
        <translation>浏览：%1</translation>
    </message>
    <message>
        <source>Enter a name</source>
        <translation>请输入名称</translation>
    </message>
    <message>
        <source>Another cluster is named %1</source>
        <translation>已有另一个集群名为 %1</translation>
    </message>
    <message>
        <source>Enter the address of the master</source>
        <translation>请输入主控的地址</translation>
    </message>
    <message>
        <source>Enter the token or its file, not both</source>
        <translation>请输入令牌或其文件，不要两者都填</translation>
    </message>
    <message>
        <source>CA f&amp;ile</source>
        <translation>CA 文件(&amp;I)</translation>
    </message>
</context>
<context>
    <name>muster::widgets::QueueWall</name>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Pending: %1</source>
        <translation>等待中：%1</translation>
    </message>
    <message>
        <source>By reason – %1</source>
        <translation>按原因 – %1</translation>
    </message>
    <message>
        <source>No pending jobs</source>
        <translation>没有等待中的作业</translation>
    </message>
    <message>
        <source>Running: %1</source>
        <translation>运行中：%1</translation>
    </message>
    <message>
        <source>No running jobs</source>
        <translation>没有运行中的作业</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>还有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>GPUs: %1</source>
        <translation>GPU：%1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>muster::widgets::RunChart</name>
    <message>
        <source>Runs of the last and the next 12 hours</source>
        <translation>过去和未来 12 小时的运行</translation>
    </message>
    <message>
        <source>%1: %2, %3, %4</source>
        <translation>%1：%2，%3，%4</translation>
    </message>
    <message>
        <source>%1: next run %2</source>
        <translation>%1：下次运行 %2</translation>
    </message>
    <message>
        <source>00:00</source>
        <translation>00:00</translation>
    </message>
</context>
<context>
    <name>muster::widgets::SaveTemplateDialog</name>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save as template</source>
        <translation>另存为模板</translation>
    </message>
    <message>
        <source>train</source>
        <translation>train</translation>
    </message>
    <message>
        <source>Letters, digits, dot, underscore and dash</source>
        <translation>字母、数字、点、下划线和连字符</translation>
    </message>
    <message>
        <source>Train a model</source>
        <translation>训练模型</translation>
    </message>
    <message>
        <source>Description for users of the template</source>
        <translation>给模板使用者的说明</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Title</source>
        <translation>标题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>%1 (now %2)</source>
        <translation>%1（当前为 %2）</translation>
    </message>
    <message>
        <source>Fields</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
</context>
<context>
    <name>muster::widgets::ServiceDetails</name>
    <message>
        <source>Instances</source>
        <translation>实例</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Deployment</source>
        <translation>部署</translation>
    </message>
    <message>
        <source>Last failure</source>
        <translation>上次失败</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Depends on</source>
        <translation>依赖于</translation>
    </message>
    <message>
        <source>Service ports</source>
        <translation>服务端口</translation>
    </message>
    <message>
        <source>%1:</source>
        <translation>%1：</translation>
    </message>
    <message>
        <source>The service no longer exists</source>
        <translation>该服务已不存在</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>No instances</source>
        <translation>没有实例</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1 since %2, id %3</source>
        <translation>%1，自 %2 起，标识 %3</translation>
    </message>
    <message>
        <source>%1 on %2 at %3: %4. %5</source>
        <translation>%1，在 %2 上，%3：%4。%5</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1，在 %2 中</translation>
    </message>
</context>
<context>
    <name>muster::widgets::ShortList</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>还有 %n 项</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>muster::widgets::Sparkline</name>
    <message>
        <source>No samples yet</source>
        <translation>尚无采样数据</translation>
    </message>
</context>
<context>
    <name>muster::widgets::SpecDialog</name>
    <message>
        <source>Spec of %1</source>
        <translation>%1 的规格</translation>
    </message>
    <message>
        <source>The job has settings that cannot be shown here: this spec is incomplete.</source>
        <translation>该作业包含此处无法显示的设置：此规格并不完整。</translation>
    </message>
    <message>
        <source>Clone and edit</source>
        <translation>克隆并编辑</translation>
    </message>
</context>
<context>
    <name>muster::widgets::SpecPreview</name>
    <message>
        <source>The job as a file (YAML)</source>
        <translation>文件形式的作业 (YAML)</translation>
    </message>
    <message>
        <source>Copy the job as a file</source>
        <translation>以文件形式复制作业</translation>
    </message>
    <message>
        <source>Equivalent command line</source>
        <translation>等效的命令行</translation>
    </message>
    <message>
        <source>Copy the command line</source>
        <translation>复制命令行</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>muster::widgets::Splitter</name>
    <message>
        <source>Divider</source>
        <translation>分隔条</translation>
    </message>
    <message>
        <source>The arrow keys move it</source>
        <translation>用方向键移动</translation>
    </message>
</context>
<context>
    <name>muster::widgets::StaleBanner</name>
    <message>
        <source>Retry now</source>
        <translation>立即重试</translation>
    </message>
    <message>
        <source>Not connected, no data yet</source>
        <translation>未连接，尚无任何数据</translation>
    </message>
    <message>
        <source>Not connected. Data as of %1</source>
        <translation>未连接。数据截至 %1</translation>
    </message>
    <message>
        <source>Next attempt in %1 s</source>
        <translation>%1 秒后再次尝试</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>正在连接…</translation>
    </message>
</context>
<context>
    <name>muster::widgets::StaleVeil</name>
    <message>
        <source>Old data</source>
        <translation>旧数据</translation>
    </message>
    <message>
        <source>DATA FROM %1</source>
        <translation>数据截至 %1</translation>
    </message>
</context>
<context>
    <name>muster::widgets::SubmitForm</name>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Submit</source>
        <translation>提交</translation>
    </message>
    <message>
        <source>Show where it would be placed now, without submitting it</source>
        <translation>显示当前会放置到何处，而不提交</translation>
    </message>
    <message>
        <source>Submitting…</source>
        <translation>正在提交…</translation>
    </message>
    <message>
        <source>Fix the highlighted fields</source>
        <translation>请修正突出显示的字段</translation>
    </message>
    <message>
        <source>Save as template…</source>
        <translation>另存为模板…</translation>
    </message>
    <message>
        <source>Save a template for similar jobs</source>
        <translation>保存用于类似作业的模板</translation>
    </message>
</context>
<context>
    <name>muster::widgets::TemplatePanel</name>
    <message>
        <source>&amp;Template</source>
        <translation>模板(&amp;T)</translation>
    </message>
    <message>
        <source>Template</source>
        <translation>模板</translation>
    </message>
    <message>
        <source>Files in the folder muster/templates of your settings, and in %1</source>
        <translation>位于您的设置目录下 muster/templates 文件夹及 %1 中的文件</translation>
    </message>
    <message>
        <source>No templates</source>
        <translation>没有模板</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1 (broken)</source>
        <translation>%1（已损坏）</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>16g</source>
        <translation>16g</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>/data/sets</source>
        <translation>/data/sets</translation>
    </message>
</context>
<context>
    <name>muster::widgets::TimeChart</name>
    <message>
        <source>no data</source>
        <translation>无数据</translation>
    </message>
    <message>
        <source>minimum %1, mean %2, maximum %3, latest %4</source>
        <translation>最小 %1，平均 %2，最大 %3，最新 %4</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 (%2 to %3)</source>
        <translation>%1（%2 至 %3）</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1  %2</source>
        <translation>%1  %2</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>正在加载…</translation>
    </message>
    <message>
        <source>No data in this range</source>
        <translation>此范围内无数据</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>last mean of %1</source>
        <translation>最近 %1 的均值</translation>
    </message>
</context>
<context>
    <name>muster::widgets::TopologyView</name>
    <message>
        <source>Topology</source>
        <translation>拓扑</translation>
    </message>
    <message>
        <source>This node has no GPUs</source>
        <translation>此节点没有 GPU</translation>
    </message>
    <message>
        <source>This node has one GPU</source>
        <translation>此节点有一个 GPU</translation>
    </message>
    <message>
        <source>The driver of this node does not report how its GPUs are connected</source>
        <translation>此节点的驱动程序未报告其 GPU 的互连方式</translation>
    </message>
</context>
<context>
    <name>muster::widgets::WallFooter</name>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Page %1 of %2</source>
        <translation>第 %1 页，共 %2 页</translation>
    </message>
</context>
<context>
    <name>muster::widgets::WallHeader</name>
    <message>
        <source>Cluster and time</source>
        <translation>集群与时间</translation>
    </message>
</context>
</TS>
