<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="it" sourcelanguage="en">
<context>
    <name>Alert</name>
    <message>
        <source>GPU unhealthy</source>
        <translation>GPU guasta</translation>
    </message>
    <message>
        <source>GPU lost</source>
        <translation>GPU persa</translation>
    </message>
    <message>
        <source>Node unreachable</source>
        <translation>Nodo irraggiungibile</translation>
    </message>
    <message>
        <source>GPU hot</source>
        <translation>GPU surriscaldata</translation>
    </message>
    <message>
        <source>GPU held but idle</source>
        <translation>GPU occupata ma inattiva</translation>
    </message>
    <message>
        <source>Job pending too long</source>
        <translation>Job in attesa da troppo tempo</translation>
    </message>
    <message>
        <source>GPU in use outside Muster</source>
        <translation>GPU in uso al di fuori di Muster</translation>
    </message>
    <message>
        <source>Node cannot launch</source>
        <translation>Il nodo non avvia container</translation>
    </message>
    <message>
        <source>Driver broken</source>
        <translation>Driver guasto</translation>
    </message>
    <message>
        <source>Device rules changed</source>
        <translation>Regole dei dispositivi modificate</translation>
    </message>
    <message>
        <source>GPU claimed twice</source>
        <translation>GPU rivendicata due volte</translation>
    </message>
    <message>
        <source>Disk full</source>
        <translation>Disco pieno</translation>
    </message>
    <message>
        <source>Journal is an older copy</source>
        <translation>Il journal è una copia precedente</translation>
    </message>
    <message>
        <source>Critical</source>
        <translation>Critico</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Attenzione</translation>
    </message>
</context>
<context>
    <name>ApiCall</name>
    <message>
        <source>The master answered with status %1</source>
        <translation>Il master ha risposto con lo stato %1</translation>
    </message>
</context>
<context>
    <name>CommandText</name>
    <message>
        <source>Choose a GPU</source>
        <translation>Scegliere una GPU</translation>
    </message>
    <message>
        <source>%1 is already restricted</source>
        <translation>%1 è già esclusa</translation>
    </message>
    <message>
        <source>Choose a restricted GPU</source>
        <translation>Scegliere una GPU esclusa</translation>
    </message>
    <message>
        <source>%1 is not restricted</source>
        <translation>%1 non è esclusa</translation>
    </message>
    <message>
        <source>%1 is taken out of service immediately and no longer offered.</source>
        <translation>%1 è messa subito fuori servizio e non viene più offerta.</translation>
    </message>
    <message>
        <source>%1 is no longer offered. The task that holds it may finish.</source>
        <translation>%1 non viene più offerta. Il task che la occupa prosegue fino alla fine.</translation>
    </message>
    <message>
        <source>%1 are taken out of service immediately and no longer offered.</source>
        <translation>%1 sono messe subito fuori servizio e non vengono più offerte.</translation>
    </message>
    <message>
        <source>%1 are no longer offered. Tasks that hold them may finish.</source>
        <translation>%1 non vengono più offerte. I task che le occupano proseguono fino alla fine.</translation>
    </message>
    <message>
        <source>%1, held by %2</source>
        <translation>%1, occupata da %2</translation>
    </message>
    <message>
        <source>Restrict %1</source>
        <translation>Escludi %1</translation>
    </message>
    <message>
        <source>Restrict</source>
        <translation>Escludi</translation>
    </message>
    <message>
        <source>Restricted: %1</source>
        <translation>Esclusione: %1</translation>
    </message>
    <message>
        <source>%1, restricted by %2: %3</source>
        <translation>%1, esclusa da %2: %3</translation>
    </message>
    <message>
        <source>Returned to service: %1.</source>
        <translation>Di nuovo in servizio: %1.</translation>
    </message>
    <message>
        <source>Release %1</source>
        <translation>Rilascia %1</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>Rilascia</translation>
    </message>
    <message>
        <source>Released: %1</source>
        <translation>Rilascio: %1</translation>
    </message>
    <message>
        <source>Choose a node</source>
        <translation>Scegliere un nodo</translation>
    </message>
    <message>
        <source>%1 is already drained</source>
        <translation>%1 è già svuotato</translation>
    </message>
    <message>
        <source>%1 is already draining</source>
        <translation>%1 è già in svuotamento</translation>
    </message>
    <message>
        <source>%1 is not drained</source>
        <translation>%1 non è svuotato</translation>
    </message>
    <message>
        <source>%1 was marked gone</source>
        <translation>%1 è stato dichiarato perso</translation>
    </message>
    <message>
        <source>%1 is still draining: it can be resumed when its tasks have ended</source>
        <translation>%1 è ancora in svuotamento: potrà essere riattivato quando i suoi task saranno terminati</translation>
    </message>
    <message>
        <source>No new work is placed on %1. Nothing is running there now.</source>
        <translation>Nessun nuovo lavoro viene collocato su %1. Al momento non vi è nulla in esecuzione.</translation>
    </message>
    <message>
        <source>No new work is placed on %1. The drain %2; jobs among them return to the queue.</source>
        <translation>Nessun nuovo lavoro viene collocato su %1. L&apos;operazione %2; i job tra questi tornano in coda.</translation>
    </message>
    <message>
        <source>Drain %1</source>
        <translation>Svuota %1</translation>
    </message>
    <message>
        <source>Drain</source>
        <translation>Svuota</translation>
    </message>
    <message>
        <source>No new work is placed on %1</source>
        <translation>Nessun nuovo lavoro viene collocato su %1</translation>
    </message>
    <message>
        <source>%1, drained by %2: %3</source>
        <translation>%1, svuotato da %2: %3</translation>
    </message>
    <message>
        <source>Work is placed on %1 again.</source>
        <translation>Il lavoro viene di nuovo collocato su %1.</translation>
    </message>
    <message>
        <source>Resume %1</source>
        <translation>Riattiva %1</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Riattiva</translation>
    </message>
    <message>
        <source>Work is placed on %1 again</source>
        <translation>Il lavoro viene di nuovo collocato su %1</translation>
    </message>
    <message>
        <source>1 task</source>
        <translation>1 task</translation>
    </message>
    <message numerus="yes">
        <source>%n tasks</source>
        <translation>
            <numerusform>%n task</numerusform>
            <numerusform>%n task</numerusform>
        </translation>
    </message>
    <message>
        <source>1 user</source>
        <translation>1 utente</translation>
    </message>
    <message numerus="yes">
        <source>%n users</source>
        <translation>
            <numerusform>%n utente</numerusform>
            <numerusform>%n utenti</numerusform>
        </translation>
    </message>
    <message>
        <source>1 job</source>
        <translation>1 job</translation>
    </message>
    <message numerus="yes">
        <source>%n jobs</source>
        <translation>
            <numerusform>%n job</numerusform>
            <numerusform>%n job</numerusform>
        </translation>
    </message>
    <message>
        <source>1 GPU</source>
        <translation>1 GPU</translation>
    </message>
    <message numerus="yes">
        <source>%n GPUs</source>
        <translation>
            <numerusform>%n GPU</numerusform>
            <numerusform>%n GPU</numerusform>
        </translation>
    </message>
    <message>
        <source>1 node</source>
        <translation>1 nodo</translation>
    </message>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n nodo</numerusform>
            <numerusform>%n nodi</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>GPU %1 of %2</source>
        <translation>GPU %1 di %2</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1 su %2</translation>
    </message>
    <message>
        <source>%1 of %2 on %3</source>
        <translation>%1 di %2 su %3</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>stops %1 of %2</source>
        <translation>interrompe %1 di %2</translation>
    </message>
    <message>
        <source>%1 has ended</source>
        <translation>%1 è terminato</translation>
    </message>
    <message>
        <source>Choose a pending job</source>
        <translation>Scegliere un job in attesa</translation>
    </message>
    <message>
        <source>%1 is already running: only pending jobs can be held</source>
        <translation>%1 è già in esecuzione: solo i job in attesa possono essere trattenuti</translation>
    </message>
    <message>
        <source>%1 is being started: only pending jobs can be held</source>
        <translation>%1 è in fase di avvio: solo i job in attesa possono essere trattenuti</translation>
    </message>
    <message>
        <source>%1 is already held</source>
        <translation>%1 è già trattenuto</translation>
    </message>
    <message>
        <source>Choose a held job</source>
        <translation>Scegliere un job trattenuto</translation>
    </message>
    <message>
        <source>%1 is not held</source>
        <translation>%1 non è trattenuto</translation>
    </message>
    <message>
        <source>Choose a job</source>
        <translation>Scegliere un job</translation>
    </message>
    <message>
        <source>Choose a task</source>
        <translation>Scegliere un task</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 di %2</translation>
    </message>
    <message>
        <source>Held in the queue until released: %1. The place in the queue is kept, but other jobs may start first.</source>
        <translation>Trattenimento in coda fino al rilascio: %1. Il posto in coda viene mantenuto, ma altri job possono partire prima.</translation>
    </message>
    <message>
        <source>Hold %1</source>
        <translation>Trattieni %1</translation>
    </message>
    <message>
        <source>Hold</source>
        <translation>Trattieni</translation>
    </message>
    <message>
        <source>Held: %1</source>
        <translation>Trattenimento: %1</translation>
    </message>
    <message>
        <source>%1, held by %2: %3</source>
        <translation>%1, trattenuto da %2: %3</translation>
    </message>
    <message>
        <source>May start again from its place in the queue: %1.</source>
        <translation>Può di nuovo partire dal suo posto in coda: %1.</translation>
    </message>
    <message>
        <source>%1 of %2, not started</source>
        <translation>%1 di %2, non avviato</translation>
    </message>
    <message>
        <source>This %1. Their processes are killed and unsaved results are lost.</source>
        <translation>L&apos;operazione %1. I loro processi vengono terminati e i risultati non salvati vanno persi.</translation>
    </message>
    <message>
        <source>Removed from the queue: %1.</source>
        <translation>Rimozione dalla coda: %1.</translation>
    </message>
    <message>
        <source>Kill %1</source>
        <translation>Termina %1</translation>
    </message>
    <message>
        <source>Kill</source>
        <translation>Termina</translation>
    </message>
    <message>
        <source>Killing: %1</source>
        <translation>Terminazione in corso: %1</translation>
    </message>
    <message>
        <source>This %1. Their processes are killed and unsaved results are lost. Their frameworks may restart them.</source>
        <translation>L&apos;operazione %1. I loro processi vengono terminati e i risultati non salvati vanno persi. I loro framework possono riavviarli.</translation>
    </message>
    <message>
        <source>%1 loses %2 on %3, which it has not accepted yet. It is not offered them again for 5 seconds, so that others come first. Nothing that is running is stopped.</source>
        <translation>%1 perde %2 su %3, che non ha ancora accettato. Per 5 secondi non gli vengono offerte di nuovo, così che vengano prima gli altri. Nulla di ciò che è in esecuzione viene fermato.</translation>
    </message>
    <message>
        <source>%1 of %2 are rescinded. They are not offered the same again for 5 seconds, so that others come first. Nothing that is running is stopped.</source>
        <translation>Vengono revocate %1 di %2. Per 5 secondi non vengono offerte di nuovo agli stessi, così che vengano prima gli altri. Nulla di ciò che è in esecuzione viene fermato.</translation>
    </message>
    <message>
        <source>Choose an offer</source>
        <translation>Scegliere un&apos;offerta</translation>
    </message>
    <message>
        <source>Rescind %1</source>
        <translation>Revoca %1</translation>
    </message>
    <message>
        <source>Rescind</source>
        <translation>Revoca</translation>
    </message>
    <message>
        <source>Rescinded: %1</source>
        <translation>Revoca: %1</translation>
    </message>
    <message>
        <source>1 offer</source>
        <translation>1 offerta</translation>
    </message>
    <message numerus="yes">
        <source>%n offers</source>
        <translation>
            <numerusform>%n offerta</numerusform>
            <numerusform>%n offerte</numerusform>
        </translation>
    </message>
    <message>
        <source>1 framework</source>
        <translation>1 framework</translation>
    </message>
    <message numerus="yes">
        <source>%n frameworks</source>
        <translation>
            <numerusform>%n framework</numerusform>
            <numerusform>%n framework</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2 on %3</source>
        <translation>%1: %2 su %3</translation>
    </message>
    <message>
        <source>%1 is already paused</source>
        <translation>%1 è già in pausa</translation>
    </message>
    <message>
        <source>%1 is not paused</source>
        <translation>%1 non è in pausa</translation>
    </message>
    <message>
        <source>1 service</source>
        <translation>1 servizio</translation>
    </message>
    <message numerus="yes">
        <source>%n services</source>
        <translation>
            <numerusform>%n servizio</numerusform>
            <numerusform>%n servizi</numerusform>
        </translation>
    </message>
    <message>
        <source>1 schedule</source>
        <translation>1 pianificazione</translation>
    </message>
    <message numerus="yes">
        <source>%n schedules</source>
        <translation>
            <numerusform>%n pianificazione</numerusform>
            <numerusform>%n pianificazioni</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose a schedule</source>
        <translation>Scegli una pianificazione</translation>
    </message>
    <message>
        <source>A run of %1 is started at once.</source>
        <translation>Un’esecuzione di %1 viene avviata subito.</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Esegui</translation>
    </message>
    <message>
        <source>Run %1 now</source>
        <translation>Esegui %1 ora</translation>
    </message>
    <message>
        <source>Started a run: %1</source>
        <translation>Esecuzione avviata: %1</translation>
    </message>
    <message>
        <source>No run of %1 is started until it is resumed. Runs that have started go on.</source>
        <translation>Nessuna esecuzione di %1 viene avviata finché non viene ripresa. Le esecuzioni già avviate continuano.</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Metti in pausa</translation>
    </message>
    <message>
        <source>Pause %1</source>
        <translation>Metti in pausa %1</translation>
    </message>
    <message>
        <source>Paused: %1</source>
        <translation>In pausa: %1</translation>
    </message>
    <message>
        <source>Runs of %1 are started again when they are due.</source>
        <translation>Le esecuzioni di %1 ripartono alla loro scadenza.</translation>
    </message>
    <message>
        <source>Resumed: %1</source>
        <translation>Ripresa: %1</translation>
    </message>
    <message>
        <source>%1 is deleted. None of its runs is under way.</source>
        <translation>%1 viene eliminata. Nessuna sua esecuzione è in corso.</translation>
    </message>
    <message>
        <source>%1 is deleted. Its runs are killed and unsaved results are lost.</source>
        <translation>%1 viene eliminata. Le sue esecuzioni vengono terminate e i risultati non salvati vanno persi.</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Elimina</translation>
    </message>
    <message>
        <source>Delete %1</source>
        <translation>Elimina %1</translation>
    </message>
    <message>
        <source>Deleted: %1</source>
        <translation>Eliminato: %1</translation>
    </message>
    <message>
        <source>Choose a service</source>
        <translation>Scegli un servizio</translation>
    </message>
    <message>
        <source>%1 is already being deleted</source>
        <translation>%1 è già in corso di eliminazione</translation>
    </message>
    <message>
        <source>No deployment changes %1</source>
        <translation>Nessuna distribuzione modifica %1</translation>
    </message>
    <message>
        <source>%1: %2 of %3 instances are running</source>
        <translation>%1: %2 di %3 istanze in esecuzione</translation>
    </message>
    <message>
        <source>Instances of %1 are started or killed until there are as many as are entered here.</source>
        <translation>Le istanze di %1 vengono avviate o terminate finché sono tante quante indicate qui.</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Scala</translation>
    </message>
    <message>
        <source>Scale %1</source>
        <translation>Scala %1</translation>
    </message>
    <message>
        <source>Scaling: %1</source>
        <translation>Scalatura: %1</translation>
    </message>
    <message>
        <source>All instances of %1 are replaced by new ones, step by step.</source>
        <translation>Tutte le istanze di %1 vengono sostituite da nuove, passo per passo.</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>Riavvia</translation>
    </message>
    <message>
        <source>Restart %1</source>
        <translation>Riavvia %1</translation>
    </message>
    <message>
        <source>Restarting: %1</source>
        <translation>Riavvio: %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>The deployment of %1 is cancelled, and what it has changed is changed back by a new one.</source>
        <translation>La distribuzione di %1 viene annullata e ciò che ha modificato viene ripristinato da una nuova.</translation>
    </message>
    <message>
        <source>Roll back</source>
        <translation>Ripristina</translation>
    </message>
    <message>
        <source>Roll back the deployment of %1</source>
        <translation>Ripristina la distribuzione di %1</translation>
    </message>
    <message>
        <source>Rolling back: %1</source>
        <translation>Ripristino: %1</translation>
    </message>
    <message>
        <source>%1 is deleted with its earlier versions. No instance is running.</source>
        <translation>%1 viene eliminato con le sue versioni precedenti. Nessuna istanza è in esecuzione.</translation>
    </message>
    <message>
        <source>%1 is deleted with its earlier versions. This %2.</source>
        <translation>%1 viene eliminato con le sue versioni precedenti. Questo %2.</translation>
    </message>
    <message>
        <source>Deleting: %1</source>
        <translation>Eliminazione: %1</translation>
    </message>
</context>
<context>
    <name>Failure</name>
    <message>
        <source>Cause</source>
        <translation>Causa</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Messaggio</translation>
    </message>
    <message>
        <source>Exit status</source>
        <translation>Stato di uscita</translation>
    </message>
    <message>
        <source>Signal</source>
        <translation>Segnale</translation>
    </message>
    <message>
        <source>Memory limit</source>
        <translation>Limite di memoria</translation>
    </message>
    <message>
        <source>Memory peak</source>
        <translation>Picco di memoria</translation>
    </message>
    <message>
        <source>Killed by</source>
        <translation>Terminato da</translation>
    </message>
    <message>
        <source>Hint</source>
        <translation>Suggerimento</translation>
    </message>
    <message>
        <source>The task used more memory than it requested</source>
        <translation>Il task ha usato più memoria di quella richiesta</translation>
    </message>
    <message>
        <source>Request more memory (--mem), or make the program use less: smaller batches, fewer workers</source>
        <translation>Richiedere più memoria (--mem) o farne usare meno al programma: batch più piccoli, meno worker</translation>
    </message>
    <message>
        <source>The image could not be pulled or used</source>
        <translation>Impossibile scaricare o usare l&apos;immagine</translation>
    </message>
    <message>
        <source>Check the image&apos;s name and tag and the registry credentials; test with &apos;muster images pull&apos;</source>
        <translation>Controllare nome e tag dell&apos;immagine e le credenziali del registro; provare con &apos;muster images pull&apos;</translation>
    </message>
    <message>
        <source>A file that the task needs could not be fetched</source>
        <translation>Impossibile scaricare un file necessario al task</translation>
    </message>
    <message>
        <source>Check the URI; operators can allow more addresses with the agent&apos;s --fetch_allow and local files with --fetch_files</source>
        <translation>Controllare l&apos;URI; gli operatori possono consentire altri indirizzi con --fetch_allow dell&apos;agente e file locali con --fetch_files</translation>
    </message>
    <message>
        <source>The container could not be launched</source>
        <translation>Impossibile avviare il container</translation>
    </message>
    <message>
        <source>Read the message; if other tasks fail on the same node too, drain it</source>
        <translation>Leggere il messaggio; se anche altri task falliscono sullo stesso nodo, svuotarlo</translation>
    </message>
    <message>
        <source>The shell did not find a command</source>
        <translation>La shell non ha trovato un comando</translation>
    </message>
    <message>
        <source>Check the command&apos;s spelling, its PATH and whether the image has the program</source>
        <translation>Controllare come è scritto il comando, il suo PATH e se l&apos;immagine contiene il programma</translation>
    </message>
    <message>
        <source>A program could not be executed</source>
        <translation>Impossibile eseguire un programma</translation>
    </message>
    <message>
        <source>Check that it is executable (chmod +x) and built for this architecture</source>
        <translation>Controllare che sia eseguibile (chmod +x) e compilato per questa architettura</translation>
    </message>
    <message>
        <source>The program crashed</source>
        <translation>Il programma è andato in crash</translation>
    </message>
    <message>
        <source>Read the end of its stderr; if there is nothing, run it in a debugger</source>
        <translation>Leggere la fine del suo stderr; se non c&apos;è nulla, eseguirlo in un debugger</translation>
    </message>
    <message>
        <source>The program was ended by a signal that Muster did not send</source>
        <translation>Il programma è stato terminato da un segnale non inviato da Muster</translation>
    </message>
    <message>
        <source>Find out who sent it: the program itself, a person, or the kernel of the host (dmesg)</source>
        <translation>Cercare chi lo ha inviato: il programma stesso, una persona o il kernel dell&apos;host (dmesg)</translation>
    </message>
    <message>
        <source>The command ended with an error</source>
        <translation>Il comando è terminato con un errore</translation>
    </message>
    <message>
        <source>Read the end of its stderr</source>
        <translation>Leggere la fine del suo stderr</translation>
    </message>
</context>
<context>
    <name>Handshake</name>
    <message>
        <source>The certificate is not valid for %1: use the address that is in the certificate</source>
        <translation>Il certificato non è valido per %1: usare l&apos;indirizzo riportato nel certificato</translation>
    </message>
    <message>
        <source>The certificate of %1 is not signed by a trusted authority: specify its CA file</source>
        <translation>Il certificato di %1 non è firmato da un&apos;autorità attendibile: indicarne il file CA</translation>
    </message>
    <message>
        <source>The certificate of %1 has expired</source>
        <translation>Il certificato di %1 è scaduto</translation>
    </message>
    <message>
        <source>The certificate of %1 is not valid yet: check the clock</source>
        <translation>Il certificato di %1 non è ancora valido: controllare l&apos;orologio</translation>
    </message>
    <message>
        <source>The certificate of %1 was rejected: %2</source>
        <translation>Il certificato di %1 è stato rifiutato: %2</translation>
    </message>
    <message>
        <source>This master requires a token</source>
        <translation>Questo master richiede un token</translation>
    </message>
    <message>
        <source>The master rejected the token (401)</source>
        <translation>Il master ha rifiutato il token (401)</translation>
    </message>
    <message>
        <source>The master denies access to this user or under this host name (403)</source>
        <translation>Il master nega l&apos;accesso a questo utente o con questo nome host (403)</translation>
    </message>
    <message>
        <source>There is no Muster master at this address (404)</source>
        <translation>Nessun master Muster a questo indirizzo (404)</translation>
    </message>
    <message>
        <source>Host %1 not found: check the spelling</source>
        <translation>Host %1 non trovato: controllare come è scritto</translation>
    </message>
    <message>
        <source>%1 refused the connection: is the master running on this port?</source>
        <translation>%1 ha rifiutato la connessione: il master è in esecuzione su questa porta?</translation>
    </message>
    <message>
        <source>%1 does not answer: check the network and the address</source>
        <translation>%1 non risponde: controllare la rete e l&apos;indirizzo</translation>
    </message>
    <message>
        <source>TLS connection to %1 failed: %2</source>
        <translation>Connessione TLS a %1 non riuscita: %2</translation>
    </message>
    <message>
        <source>The master closed the connection</source>
        <translation>Il master ha chiuso la connessione</translation>
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
        <translation>Utilizzo GPU</translation>
    </message>
    <message>
        <source>Share of time in which a kernel ran</source>
        <translation>Quota di tempo con un kernel in esecuzione</translation>
    </message>
    <message>
        <source>Memory utilisation</source>
        <translation>Utilizzo memoria</translation>
    </message>
    <message>
        <source>Share of time in which GPU memory was read or written</source>
        <translation>Quota di tempo con letture o scritture nella memoria GPU</translation>
    </message>
    <message>
        <source>Memory used</source>
        <translation>Memoria usata</translation>
    </message>
    <message>
        <source>GPU memory in use, the driver&apos;s own included</source>
        <translation>Memoria GPU in uso, compresa quella del driver</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatura</translation>
    </message>
    <message>
        <source>Temperature of the GPU die</source>
        <translation>Temperatura del die della GPU</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Potenza</translation>
    </message>
    <message>
        <source>Electrical power drawn by the board</source>
        <translation>Potenza elettrica assorbita dalla scheda</translation>
    </message>
    <message>
        <source>SM clock</source>
        <translation>Frequenza SM</translation>
    </message>
    <message>
        <source>Clock of the streaming multiprocessors</source>
        <translation>Frequenza degli streaming multiprocessor</translation>
    </message>
    <message>
        <source>Memory clock</source>
        <translation>Frequenza memoria</translation>
    </message>
    <message>
        <source>Clock of the GPU memory</source>
        <translation>Frequenza della memoria GPU</translation>
    </message>
    <message>
        <source>Fan</source>
        <translation>Ventola</translation>
    </message>
    <message>
        <source>Intended fan speed; passively cooled boards have none</source>
        <translation>Velocità prevista della ventola; le schede a raffreddamento passivo non ne hanno</translation>
    </message>
    <message>
        <source>P-state</source>
        <translation>P-state</translation>
    </message>
    <message>
        <source>0 is the fastest state, 15 the slowest</source>
        <translation>0 è lo stato più veloce, 15 il più lento</translation>
    </message>
    <message>
        <source>ECC errors</source>
        <translation>Errori ECC</translation>
    </message>
    <message>
        <source>Uncorrected memory errors since the driver was loaded</source>
        <translation>Errori di memoria non corretti dal caricamento del driver</translation>
    </message>
    <message>
        <source>PCIe generation</source>
        <translation>Generazione PCIe</translation>
    </message>
    <message>
        <source>Current link generation; idle GPUs drop to 1</source>
        <translation>Generazione attuale del collegamento; le GPU inattive scendono a 1</translation>
    </message>
    <message>
        <source>PCIe width</source>
        <translation>Larghezza PCIe</translation>
    </message>
    <message>
        <source>Current number of PCIe lanes</source>
        <translation>Numero attuale di linee PCIe</translation>
    </message>
    <message>
        <source>Throttle reasons</source>
        <translation>Cause di limitazione</translation>
    </message>
    <message>
        <source>Bits of NVML&apos;s clock event reasons; 0 is none</source>
        <translation>Bit delle cause degli eventi di frequenza di NVML; 0 significa nessuna</translation>
    </message>
    <message>
        <source>PCIe received</source>
        <translation>PCIe ricevuti</translation>
    </message>
    <message>
        <source>Traffic over PCIe to the GPU</source>
        <translation>Traffico su PCIe verso la GPU</translation>
    </message>
    <message>
        <source>PCIe sent</source>
        <translation>PCIe inviati</translation>
    </message>
    <message>
        <source>Traffic over PCIe from the GPU</source>
        <translation>Traffico su PCIe dalla GPU</translation>
    </message>
    <message>
        <source>NVLink received</source>
        <translation>NVLink ricevuti</translation>
    </message>
    <message>
        <source>Payload over all NVLinks to the GPU</source>
        <translation>Dati utili su tutti gli NVLink verso la GPU</translation>
    </message>
    <message>
        <source>NVLink sent</source>
        <translation>NVLink inviati</translation>
    </message>
    <message>
        <source>Payload over all NVLinks from the GPU</source>
        <translation>Dati utili su tutti gli NVLink dalla GPU</translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation>Utilizzo</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Memoria</translation>
    </message>
    <message>
        <source>Share of the GPU&apos;s memory that is in use</source>
        <translation>Quota della memoria della GPU in uso</translation>
    </message>
    <message>
        <source>Power drawn, as a share of the board&apos;s limit</source>
        <translation>Potenza assorbita, come quota del limite della scheda</translation>
    </message>
    <message>
        <source>Clocks</source>
        <translation>Frequenze</translation>
    </message>
    <message>
        <source>SM</source>
        <translation>SM</translation>
    </message>
    <message>
        <source>PCIe traffic</source>
        <translation>Traffico PCIe</translation>
    </message>
    <message>
        <source>Received</source>
        <translation>Ricevuto</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>Inviato</translation>
    </message>
    <message>
        <source>NVLink traffic</source>
        <translation>Traffico NVLink</translation>
    </message>
</context>
<context>
    <name>Path</name>
    <message>
        <source>at most a single PCIe bridge</source>
        <translation>al massimo un ponte PCIe</translation>
    </message>
    <message>
        <source>multiple PCIe bridges, without the PCIe host bridge</source>
        <translation>più ponti PCIe, senza il ponte host PCIe</translation>
    </message>
    <message>
        <source>a PCIe host bridge, typically the CPU</source>
        <translation>un ponte host PCIe, di solito la CPU</translation>
    </message>
    <message>
        <source>PCIe host bridges within a NUMA node</source>
        <translation>ponti host PCIe all&apos;interno di un nodo NUMA</translation>
    </message>
    <message>
        <source>the interconnect between NUMA nodes, such as QPI or UPI</source>
        <translation>l&apos;interconnessione tra i nodi NUMA, come QPI o UPI</translation>
    </message>
</context>
<context>
    <name>State</name>
    <message>
        <source>Free</source>
        <translation>Libero</translation>
    </message>
    <message>
        <source>Offered</source>
        <translation>Offerto</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>Occupato</translation>
    </message>
    <message>
        <source>Draining</source>
        <translation>In svuotamento</translation>
    </message>
    <message>
        <source>Restricted</source>
        <translation>Escluso</translation>
    </message>
    <message>
        <source>Unhealthy</source>
        <translation>Guasto</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>Perso</translation>
    </message>
    <message>
        <source>In use outside</source>
        <translation>In uso esterno</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>Attivo</translation>
    </message>
    <message>
        <source>Disconnected</source>
        <translation>Disconnesso</translation>
    </message>
    <message>
        <source>Unreachable</source>
        <translation>Irraggiungibile</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>In avvio</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>In esecuzione</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Completato</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Non riuscito</translation>
    </message>
    <message>
        <source>Killed</source>
        <translation>Terminato</translation>
    </message>
    <message>
        <source>Staging</source>
        <translation>In consegna</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Errore</translation>
    </message>
    <message>
        <source>Killing</source>
        <translation>In terminazione</translation>
    </message>
    <message>
        <source>Dropped</source>
        <translation>Scartato</translation>
    </message>
    <message>
        <source>Gone</source>
        <translation>Scomparso</translation>
    </message>
    <message>
        <source>Gone by operator</source>
        <translation>Scomparso (operatore)</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Sconosciuto</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>In coda</translation>
    </message>
    <message>
        <source>Resources</source>
        <translation>Risorse</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>GPU type</source>
        <translation>Tipo di GPU</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Collegamenti</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>Priorità</translation>
    </message>
    <message>
        <source>Back-off</source>
        <translation>Pausa</translation>
    </message>
    <message>
        <source>No nodes</source>
        <translation>Nessun nodo</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>Trattenuto</translation>
    </message>
    <message>
        <source>Quota</source>
        <translation>Quota</translation>
    </message>
    <message>
        <source>Declined</source>
        <translation>Rifiutata</translation>
    </message>
    <message>
        <source>Rescinded</source>
        <translation>Revocata</translation>
    </message>
    <message>
        <source>Suppressed</source>
        <translation>Sospesa dal framework</translation>
    </message>
    <message>
        <source>No GPU capability</source>
        <translation>Senza capacità GPU</translation>
    </message>
    <message>
        <source>No data</source>
        <translation>Nessun dato</translation>
    </message>
    <message>
        <source>No data since %1</source>
        <translation>Nessun dato dalle %1</translation>
    </message>
    <message>
        <source>Unavailable</source>
        <translation>Non disponibile</translation>
    </message>
    <message>
        <source>Drained</source>
        <translation>Svuotato</translation>
    </message>
    <message>
        <source>Closed</source>
        <translation>Chiuso</translation>
    </message>
</context>
<context>
    <name>Throttle</name>
    <message>
        <source>idle</source>
        <translation>inattività</translation>
    </message>
    <message>
        <source>application clocks</source>
        <translation>frequenze delle applicazioni</translation>
    </message>
    <message>
        <source>power cap</source>
        <translation>limite di potenza</translation>
    </message>
    <message>
        <source>hardware slowdown</source>
        <translation>rallentamento hardware</translation>
    </message>
    <message>
        <source>sync boost</source>
        <translation>sync boost</translation>
    </message>
    <message>
        <source>thermal (software)</source>
        <translation>termica (software)</translation>
    </message>
    <message>
        <source>thermal (hardware)</source>
        <translation>termica (hardware)</translation>
    </message>
    <message>
        <source>power brake</source>
        <translation>freno di potenza</translation>
    </message>
    <message>
        <source>display clocks</source>
        <translation>frequenze dello schermo</translation>
    </message>
    <message>
        <source>none</source>
        <translation>nessuna</translation>
    </message>
</context>
<context>
    <name>Wall</name>
    <message>
        <source>since %1</source>
        <translation>dalle %1</translation>
    </message>
</context>
<context>
    <name>Wording</name>
    <message>
        <source>The container is being prepared</source>
        <translation>Il container è in preparazione</translation>
    </message>
    <message>
        <source>The task is running</source>
        <translation>Il task è in esecuzione</translation>
    </message>
    <message>
        <source>The task ended with exit status 0</source>
        <translation>Il task è terminato con stato di uscita 0</translation>
    </message>
    <message>
        <source>The task failed</source>
        <translation>Il task non è riuscito</translation>
    </message>
    <message>
        <source>Read its stderr</source>
        <translation>Leggerne lo stderr</translation>
    </message>
    <message>
        <source>The task was killed on request</source>
        <translation>Il task è stato terminato su richiesta</translation>
    </message>
    <message>
        <source>The task was lost</source>
        <translation>Il task è andato perso</translation>
    </message>
    <message>
        <source>Submit it again</source>
        <translation>Inviarlo di nuovo</translation>
    </message>
    <message>
        <source>The task is being sent to its agent</source>
        <translation>Il task è in consegna al suo agente</translation>
    </message>
    <message>
        <source>The task is invalid and was not launched</source>
        <translation>Il task non è valido e non è stato avviato</translation>
    </message>
    <message>
        <source>Fix what the message describes</source>
        <translation>Correggere ciò che il messaggio indica</translation>
    </message>
    <message>
        <source>The task was asked to end and has its grace period</source>
        <translation>Al task è stato chiesto di terminare ed è nel periodo di tolleranza</translation>
    </message>
    <message>
        <source>The task was never launched</source>
        <translation>Il task non è mai stato avviato</translation>
    </message>
    <message>
        <source>The agent of the task does not answer</source>
        <translation>L&apos;agente del task non risponde</translation>
    </message>
    <message>
        <source>Check the agent</source>
        <translation>Controllare l&apos;agente</translation>
    </message>
    <message>
        <source>The agent no longer knows the task</source>
        <translation>L&apos;agente non conosce più il task</translation>
    </message>
    <message>
        <source>An operator marked the agent as gone</source>
        <translation>Un operatore ha dichiarato scomparso l&apos;agente</translation>
    </message>
    <message>
        <source>No agent knows the task</source>
        <translation>Nessun agente conosce il task</translation>
    </message>
    <message>
        <source>This version does not know the value</source>
        <translation>Questa versione non conosce il valore</translation>
    </message>
    <message>
        <source>Update Muster</source>
        <translation>Aggiornare Muster</translation>
    </message>
    <message>
        <source>No task holds the GPU</source>
        <translation>Nessun task occupa la GPU</translation>
    </message>
    <message>
        <source>The GPU is offered to a framework</source>
        <translation>La GPU è offerta a un framework</translation>
    </message>
    <message>
        <source>A task holds the GPU</source>
        <translation>Un task occupa la GPU</translation>
    </message>
    <message>
        <source>Restricted; the task that holds the GPU may finish</source>
        <translation>Esclusa; il task che occupa la GPU prosegue fino alla fine</translation>
    </message>
    <message>
        <source>An operator took the GPU out of service</source>
        <translation>Un operatore ha messo la GPU fuori servizio</translation>
    </message>
    <message>
        <source>Release it</source>
        <translation>Rilasciarla</translation>
    </message>
    <message>
        <source>The GPU reports a fault</source>
        <translation>La GPU segnala un guasto</translation>
    </message>
    <message>
        <source>Check its events, then reset it</source>
        <translation>Controllarne gli eventi, poi reimpostarla</translation>
    </message>
    <message>
        <source>The GPU does not answer</source>
        <translation>La GPU non risponde</translation>
    </message>
    <message>
        <source>Check the driver and the bus, or reboot the host</source>
        <translation>Controllare il driver e il bus, o riavviare l&apos;host</translation>
    </message>
    <message>
        <source>The GPU is in use outside Muster</source>
        <translation>La GPU è in uso al di fuori di Muster</translation>
    </message>
    <message>
        <source>Stop the process that uses it, or start the agent with --offer_occupied_gpus</source>
        <translation>Terminare il processo che la usa, oppure avviare l&apos;agente con --offer_occupied_gpus</translation>
    </message>
    <message>
        <source>The agent is connected</source>
        <translation>L&apos;agente è connesso</translation>
    </message>
    <message>
        <source>The agent lost its connection and may come back</source>
        <translation>L&apos;agente ha perso la connessione e può tornare</translation>
    </message>
    <message>
        <source>The agent did not come back in time</source>
        <translation>L&apos;agente non è tornato in tempo</translation>
    </message>
    <message>
        <source>The job is pending</source>
        <translation>Il job è in attesa</translation>
    </message>
    <message>
        <source>The job is running</source>
        <translation>Il job è in esecuzione</translation>
    </message>
    <message>
        <source>The job ended with exit status 0</source>
        <translation>Il job è terminato con stato di uscita 0</translation>
    </message>
    <message>
        <source>The job failed and has no retries left</source>
        <translation>Il job non è riuscito e non ha altri tentativi</translation>
    </message>
    <message>
        <source>The job was killed on request</source>
        <translation>Il job è stato terminato su richiesta</translation>
    </message>
    <message>
        <source>The job is not pending</source>
        <translation>Il job non è in attesa</translation>
    </message>
    <message>
        <source>No node has enough free cpus, mem or disk</source>
        <translation>Nessun nodo ha abbastanza cpus, mem o disk liberi</translation>
    </message>
    <message>
        <source>Request less, or wait for a job to end</source>
        <translation>Chiedere meno risorse o attendere che un job termini</translation>
    </message>
    <message>
        <source>No node has enough free GPUs</source>
        <translation>Nessun nodo ha abbastanza GPU libere</translation>
    </message>
    <message>
        <source>Request fewer, or wait for a job to end</source>
        <translation>Chiederne meno o attendere che un job termini</translation>
    </message>
    <message>
        <source>No node has the attribute that the job requires</source>
        <translation>Nessun nodo ha l&apos;attributo richiesto dal job</translation>
    </message>
    <message>
        <source>Check the constraint, or add such a node</source>
        <translation>Controllare il vincolo o aggiungere un nodo adatto</translation>
    </message>
    <message>
        <source>No node has enough GPUs linked by NVLink</source>
        <translation>Nessun nodo ha abbastanza GPU collegate da NVLink</translation>
    </message>
    <message>
        <source>Request fewer, or drop the link constraint</source>
        <translation>Chiederne meno o togliere il vincolo di collegamento</translation>
    </message>
    <message>
        <source>Suitable GPUs are restricted</source>
        <translation>Le GPU adatte sono escluse</translation>
    </message>
    <message>
        <source>Release a restricted GPU</source>
        <translation>Rilasciare una GPU esclusa</translation>
    </message>
    <message>
        <source>Jobs with a higher priority start first</source>
        <translation>I job con priorità più alta partono per primi</translation>
    </message>
    <message>
        <source>The last attempt failed; the next one starts after a pause</source>
        <translation>L&apos;ultimo tentativo non è riuscito; il prossimo inizia dopo una pausa</translation>
    </message>
    <message>
        <source>No node is connected</source>
        <translation>Nessun nodo è connesso</translation>
    </message>
    <message>
        <source>Start an agent on a node</source>
        <translation>Avviare un agente su un nodo</translation>
    </message>
    <message>
        <source>An operator holds the job in the queue</source>
        <translation>Un operatore trattiene il job in coda</translation>
    </message>
    <message>
        <source>A quota does not allow it to use free resources</source>
        <translation>Una quota gli impedisce di usare le risorse libere</translation>
    </message>
    <message>
        <source>Change the quota, or wait for a task to end</source>
        <translation>Cambiare la quota o attendere la fine di un task</translation>
    </message>
    <message>
        <source>The framework declined the offer</source>
        <translation>Il framework ha rifiutato l&apos;offerta</translation>
    </message>
    <message>
        <source>It is offered again when the time expires or the framework revives its offers</source>
        <translation>Viene offerta di nuovo allo scadere del tempo o quando il framework richiede di nuovo le offerte</translation>
    </message>
    <message>
        <source>An operator rescinded the offer</source>
        <translation>Un operatore ha revocato l&apos;offerta</translation>
    </message>
    <message>
        <source>The framework suppressed offers in this role</source>
        <translation>Il framework ha sospeso le offerte in questo ruolo</translation>
    </message>
    <message>
        <source>Offers resume when the framework revives them</source>
        <translation>Le offerte riprendono quando il framework le richiede</translation>
    </message>
    <message>
        <source>The framework lacks the GPU_RESOURCES capability: no node with GPUs is offered to it</source>
        <translation>Al framework manca la capacità GPU_RESOURCES: nessun nodo con GPU gli viene offerto</translation>
    </message>
    <message>
        <source>Subscribe the framework with that capability</source>
        <translation>Registrare il framework con questa capacità</translation>
    </message>
    <message>
        <source>The container exited</source>
        <translation>Il container è terminato</translation>
    </message>
    <message>
        <source>The executor exited before it accepted the task</source>
        <translation>L&apos;executor è terminato prima di accettare il task</translation>
    </message>
    <message>
        <source>Read the executor&apos;s stderr</source>
        <translation>Leggere lo stderr dell&apos;executor</translation>
    </message>
    <message>
        <source>The framework of the task was removed</source>
        <translation>Il framework del task è stato rimosso</translation>
    </message>
    <message>
        <source>The offer was no longer valid</source>
        <translation>L&apos;offerta non era più valida</translation>
    </message>
    <message>
        <source>Accept a newer offer</source>
        <translation>Accettare un&apos;offerta più recente</translation>
    </message>
    <message>
        <source>The task used more memory than it requested</source>
        <translation>Il task ha usato più memoria di quella richiesta</translation>
    </message>
    <message>
        <source>Request more mem</source>
        <translation>Richiedere più mem</translation>
    </message>
    <message>
        <source>Answer to a reconciliation request</source>
        <translation>Risposta a una richiesta di riconciliazione</translation>
    </message>
    <message>
        <source>The agent lost its connection</source>
        <translation>L&apos;agente ha perso la connessione</translation>
    </message>
    <message>
        <source>The agent was restarted</source>
        <translation>L&apos;agente è stato riavviato</translation>
    </message>
    <message>
        <source>The master does not know the agent</source>
        <translation>Il master non conosce l&apos;agente</translation>
    </message>
    <message>
        <source>The task is invalid</source>
        <translation>Il task non è valido</translation>
    </message>
    <message>
        <source>The framework may not run tasks as this user</source>
        <translation>Il framework non può eseguire task come questo utente</translation>
    </message>
    <message>
        <source>Ask the operator for permission</source>
        <translation>Chiedere l&apos;autorizzazione all&apos;operatore</translation>
    </message>
    <message>
        <source>The task is unknown</source>
        <translation>Il task è sconosciuto</translation>
    </message>
    <message>
        <source>The task exceeded a limit</source>
        <translation>Il task ha superato un limite</translation>
    </message>
    <message>
        <source>Request more of the resource in the message</source>
        <translation>Richiedere una quantità maggiore della risorsa indicata nel messaggio</translation>
    </message>
    <message>
        <source>The task used more disk than it requested</source>
        <translation>Il task ha usato più disco di quello richiesto</translation>
    </message>
    <message>
        <source>Request more disk</source>
        <translation>Richiedere più disco</translation>
    </message>
    <message>
        <source>The container could not be launched</source>
        <translation>Impossibile avviare il container</translation>
    </message>
    <message>
        <source>Read the message</source>
        <translation>Leggere il messaggio</translation>
    </message>
    <message>
        <source>The executor did not subscribe in time</source>
        <translation>L&apos;executor non si è registrato in tempo</translation>
    </message>
    <message>
        <source>The executor did not come back after the agent&apos;s restart</source>
        <translation>L&apos;executor non è tornato dopo il riavvio dell&apos;agente</translation>
    </message>
    <message>
        <source>A task of the group, or its executor, is invalid</source>
        <translation>Un task del gruppo, o il suo executor, non è valido</translation>
    </message>
    <message>
        <source>The framework may not run a task of the group</source>
        <translation>Il framework non può eseguire un task del gruppo</translation>
    </message>
    <message>
        <source>The result of the task&apos;s check changed</source>
        <translation>Il risultato del controllo del task è cambiato</translation>
    </message>
    <message>
        <source>The health of the task changed</source>
        <translation>Lo stato di salute del task è cambiato</translation>
    </message>
    <message>
        <source>The task was killed before it ran</source>
        <translation>Il task è stato terminato prima dell&apos;esecuzione</translation>
    </message>
    <message>
        <source>The agent came back</source>
        <translation>L&apos;agente è tornato</translation>
    </message>
    <message>
        <source>The task exceeded its time limit</source>
        <translation>Il task ha superato il suo limite di tempo</translation>
    </message>
    <message>
        <source>Request more time</source>
        <translation>Richiedere più tempo</translation>
    </message>
    <message>
        <source>An operator is draining the node</source>
        <translation>Un operatore sta svuotando il nodo</translation>
    </message>
    <message>
        <source>The node of the GPU sends no data</source>
        <translation>Il nodo della GPU non invia dati</translation>
    </message>
    <message>
        <source>Check the node</source>
        <translation>Controllare il nodo</translation>
    </message>
    <message>
        <source>No task holds the GPU, but its node accepts no new work</source>
        <translation>Nessun task occupa la GPU, ma il suo nodo non accetta nuovo lavoro</translation>
    </message>
</context>
<context>
    <name>muster::console::AlertsPage</name>
    <message>
        <source>No active alerts</source>
        <translation>Nessun avviso attivo</translation>
    </message>
    <message>
        <source>No GPU, node or job needs attention</source>
        <translation>Nessuna GPU, nodo o job richiede attenzione</translation>
    </message>
    <message>
        <source>Acknowledge…</source>
        <translation>Prendi atto…</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Mostra</translation>
    </message>
    <message>
        <source>Older</source>
        <translation>Precedenti</translation>
    </message>
    <message>
        <source>Acknowledge the selected alert</source>
        <translation>Prende atto dell&apos;avviso selezionato</translation>
    </message>
    <message>
        <source>Go to the GPU, node or job of the selected alert</source>
        <translation>Va alla GPU, al nodo o al job dell&apos;avviso selezionato</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Eventi</translation>
    </message>
    <message>
        <source>No events</source>
        <translation>Nessun evento</translation>
    </message>
    <message>
        <source>Operator commands, alerts, and agents that join or leave are listed here</source>
        <translation>Qui sono elencati i comandi degli operatori, gli avvisi e gli agenti che si uniscono o se ne vanno</translation>
    </message>
    <message>
        <source>Load older events (or scroll to the end)</source>
        <translation>Carica gli eventi precedenti (o scorrere fino alla fine)</translation>
    </message>
    <message>
        <source>The selected alert</source>
        <translation>L&apos;avviso selezionato</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Cannot acknowledge %1: %2</source>
        <translation>Presa d&apos;atto di %1 non riuscita: %2</translation>
    </message>
    <message>
        <source>Acknowledged %1</source>
        <translation>Preso atto di %1</translation>
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
        <translation>Esporta i grafici</translation>
    </message>
    <message>
        <source>Values (*.csv)</source>
        <translation>Valori (*.csv)</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>Immagine (*.png)</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>Salvato %1</translation>
    </message>
</context>
<context>
    <name>muster::console::ClusterMenu</name>
    <message>
        <source>S&amp;witch cluster</source>
        <translation>Cam&amp;bia cluster</translation>
    </message>
    <message>
        <source>&amp;Find a cluster…</source>
        <translation>&amp;Trova un cluster…</translation>
    </message>
    <message>
        <source>&amp;Connect to a cluster…</source>
        <translation>&amp;Connetti a un cluster…</translation>
    </message>
    <message>
        <source>&amp;Demo cluster</source>
        <translation>Cluster &amp;demo</translation>
    </message>
    <message>
        <source>&amp;Manage clusters</source>
        <translation>&amp;Gestisci i cluster</translation>
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
        <translation>Cambia cluster</translation>
    </message>
    <message>
        <source>Name or address</source>
        <translation>Nome o indirizzo</translation>
    </message>
    <message>
        <source>Name or address of the cluster</source>
        <translation>Nome o indirizzo del cluster</translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation>Cluster</translation>
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
        <translation>Annulla l&apos;operazione</translation>
    </message>
    <message>
        <source>Undoes: %1. Work that has started since may be stopped.</source>
        <translation>Annulla: %1. Può interrompere ciò che è stato avviato nel frattempo.</translation>
    </message>
    <message>
        <source>Undone: %1</source>
        <translation>Annullato: %1</translation>
    </message>
    <message>
        <source>Refused: %1</source>
        <translation>Rifiutato: %1</translation>
    </message>
    <message>
        <source>%1 of %2 done. Refused: %3</source>
        <translation>%1 di %2 eseguiti. Rifiutato: %3</translation>
    </message>
</context>
<context>
    <name>muster::console::ConnectionTest</name>
    <message>
        <source>%1 has not answered for %2 s: is it a Muster master?</source>
        <translation>%1 non risponde da %2 s: è un master Muster?</translation>
    </message>
    <message>
        <source>The master sent a message that this console does not understand</source>
        <translation>Il master ha inviato un messaggio che questa console non comprende</translation>
    </message>
    <message>
        <source>Connected, but the master has version %1 and this console version %2: some features may be missing</source>
        <translation>Connesso, ma il master è alla versione %1 e questa console alla %2: alcune funzioni potrebbero mancare</translation>
    </message>
    <message>
        <source>Connected: version %1, GPUs: %2</source>
        <translation>Connesso: versione %1, GPU: %2</translation>
    </message>
</context>
<context>
    <name>muster::console::ConsoleWindow</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Muster</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>Demo</source>
        <translation>Demo</translation>
    </message>
    <message>
        <source>Sample jobs submitted</source>
        <translation>Job di esempio inviati</translation>
    </message>
    <message>
        <source>The layout has been reset</source>
        <translation>La disposizione è stata reimpostata</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>Salvato %1</translation>
    </message>
    <message>
        <source>Imported the settings from %1</source>
        <translation>Impostazioni importate da %1</translation>
    </message>
</context>
<context>
    <name>muster::console::DemoBar</name>
    <message>
        <source>Submit sample jobs</source>
        <translation>Invia job di esempio</translation>
    </message>
    <message>
        <source>Connect to a cluster…</source>
        <translation>Connetti a un cluster…</translation>
    </message>
    <message>
        <source>Jobs that train, stay pending or fail, for at most five minutes</source>
        <translation>Job che addestrano, restano in attesa o falliscono, per cinque minuti al massimo</translation>
    </message>
    <message>
        <source>Demo with simulated GPUs on this host. It ends when the console is closed.</source>
        <translation>Demo con GPU simulate su questo computer. Termina alla chiusura della console.</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>muster::console::DemoCluster</name>
    <message>
        <source>Its GPUs are restricted and its jobs stay pending: only root may start containers.</source>
        <translation>Le sue GPU sono escluse e i suoi job restano in attesa: solo root può avviare container.</translation>
    </message>
    <message>
        <source>muster-agentd was not found next to this program or in PATH</source>
        <translation>muster-agentd non trovato accanto a questo programma né in PATH</translation>
    </message>
    <message>
        <source>Cannot create the directory %1</source>
        <translation>Impossibile creare la cartella %1</translation>
    </message>
    <message>
        <source>Starting a cluster with simulated GPUs…</source>
        <translation>Avvio di un cluster con GPU simulate…</translation>
    </message>
    <message>
        <source>The demo cluster did not start within %1 s. Its output: %2</source>
        <translation>Il cluster demo non si è avviato entro %1 s. Il suo output: %2</translation>
    </message>
    <message>
        <source>Cannot start %1: %2</source>
        <translation>Impossibile avviare %1: %2</translation>
    </message>
    <message>
        <source>Its jobs stay pending: %1</source>
        <translation>I suoi job restano in attesa: %1</translation>
    </message>
    <message>
        <source>The demo cluster has ended: %1</source>
        <translation>Il cluster demo è terminato: %1</translation>
    </message>
</context>
<context>
    <name>muster::console::DesktopNotifier</name>
    <message numerus="yes">
        <source>%n more notifications</source>
        <translation>
            <numerusform>%n altra notifica</numerusform>
            <numerusform>%n altre notifiche</numerusform>
        </translation>
    </message>
    <message>
        <source>The latest: %1</source>
        <translation>L&apos;ultima: %1</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Apri</translation>
    </message>
    <message>
        <source>Logs</source>
        <translation>Log</translation>
    </message>
</context>
<context>
    <name>muster::console::ExplainFeed</name>
    <message>
        <source>Waiting for the master…</source>
        <translation>In attesa del master…</translation>
    </message>
</context>
<context>
    <name>muster::console::GpusPage</name>
    <message>
        <source>No GPUs in the cluster</source>
        <translation>Nessuna GPU nel cluster</translation>
    </message>
    <message>
        <source>No node with GPUs has joined. On a host with GPUs run: muster-agentd agent --master=HOST:5050. Check that nvidia-smi lists them there.</source>
        <translation>Non si è unito alcun nodo con GPU. Su un host con GPU eseguire: muster-agentd agent --master=HOST:5050. Controllare che nvidia-smi le elenchi.</translation>
    </message>
    <message>
        <source>GPU %1 of %2</source>
        <translation>GPU %1 di %2</translation>
    </message>
</context>
<context>
    <name>muster::console::HistoryPage</name>
    <message>
        <source>Usage by user</source>
        <translation>Uso per utente</translation>
    </message>
    <message>
        <source>No usage in this range</source>
        <translation>Nessun uso in questo intervallo</translation>
    </message>
    <message>
        <source>Usage of a task starts when its resources are allocated</source>
        <translation>L&apos;uso di un task inizia quando gli vengono assegnate le risorse</translation>
    </message>
    <message>
        <source>No data yet</source>
        <translation>Ancora nessun dato</translation>
    </message>
    <message>
        <source>Waiting for the master…</source>
        <translation>In attesa del master…</translation>
    </message>
    <message>
        <source>No data: %1</source>
        <translation>Dati non disponibili: %1</translation>
    </message>
    <message>
        <source>%1. Incomplete: there are more tasks than the master can count at once. Choose a shorter range</source>
        <translation>%1. Dati incompleti: i task sono più di quanti il master ne possa contare in una volta. Scegliere un intervallo più breve</translation>
    </message>
    <message>
        <source>cluster</source>
        <translation>cluster</translation>
    </message>
    <message>
        <source>No data in this range</source>
        <translation>Nessun dato in questo intervallo</translation>
    </message>
    <message>
        <source>Hours are counted from the start of the master</source>
        <translation>Le ore sono contate dall&apos;avvio del master</translation>
    </message>
</context>
<context>
    <name>muster::console::JobsPage</name>
    <message>
        <source>No jobs</source>
        <translation>Nessun job</translation>
    </message>
    <message>
        <source>No job has been submitted yet</source>
        <translation>Nessun job è stato ancora inviato</translation>
    </message>
    <message>
        <source>Submit a job</source>
        <translation>Invia un job</translation>
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
        <translation>Nessuna risposta dal master da %1 s</translation>
    </message>
    <message>
        <source>Not connected to the master</source>
        <translation>Non connesso al master</translation>
    </message>
    <message>
        <source>The master sent a message that this console does not understand: %1</source>
        <translation>Il master ha inviato un messaggio che questa console non comprende: %1</translation>
    </message>
</context>
<context>
    <name>muster::console::ListCommands</name>
    <message>
        <source>Drain…</source>
        <translation>Svuota…</translation>
    </message>
    <message>
        <source>Stop placing work on the selected nodes and end what runs there</source>
        <translation>Non colloca più lavoro sui nodi selezionati e termina ciò che vi è in esecuzione</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Riattiva</translation>
    </message>
    <message>
        <source>Return the selected nodes to service</source>
        <translation>Rimette in servizio i nodi selezionati</translation>
    </message>
    <message>
        <source>Hold…</source>
        <translation>Trattieni…</translation>
    </message>
    <message>
        <source>Keep the selected jobs in the queue</source>
        <translation>Trattiene in coda i job selezionati</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>Rilascia</translation>
    </message>
    <message>
        <source>Let the selected jobs start again</source>
        <translation>Permette di nuovo l&apos;avvio dei job selezionati</translation>
    </message>
    <message>
        <source>Kill…</source>
        <translation>Termina…</translation>
    </message>
    <message>
        <source>Kill the selected jobs</source>
        <translation>Termina i job selezionati</translation>
    </message>
    <message>
        <source>Kill the selected tasks</source>
        <translation>Termina i task selezionati</translation>
    </message>
    <message>
        <source>Restrict…</source>
        <translation>Escludi…</translation>
    </message>
    <message>
        <source>Stop placing work on the selected GPUs</source>
        <translation>Non colloca più lavoro sulle GPU selezionate</translation>
    </message>
    <message>
        <source>Return the selected GPUs to service</source>
        <translation>Rimette in servizio le GPU selezionate</translation>
    </message>
    <message>
        <source>Rescind…</source>
        <translation>Revoca…</translation>
    </message>
    <message>
        <source>Rescind the selected offers</source>
        <translation>Revoca le offerte selezionate</translation>
    </message>
    <message>
        <source>Scale…</source>
        <translation>Scala…</translation>
    </message>
    <message>
        <source>Change the number of instances of the selected service</source>
        <translation>Cambia il numero di istanze del servizio selezionato</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>Riavvia</translation>
    </message>
    <message>
        <source>Replace all instances of the selected service by new ones</source>
        <translation>Sostituisci tutte le istanze del servizio selezionato con nuove</translation>
    </message>
    <message>
        <source>Roll back</source>
        <translation>Ripristina</translation>
    </message>
    <message>
        <source>Cancel the deployment of the selected service and undo its changes</source>
        <translation>Annulla la distribuzione del servizio selezionato e le sue modifiche</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Elimina…</translation>
    </message>
    <message>
        <source>Delete the selected service and kill its instances</source>
        <translation>Elimina il servizio selezionato e termina le sue istanze</translation>
    </message>
    <message>
        <source>Run now</source>
        <translation>Esegui ora</translation>
    </message>
    <message>
        <source>Start a run of the selected schedule at once</source>
        <translation>Avvia subito un’esecuzione della pianificazione selezionata</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Metti in pausa</translation>
    </message>
    <message>
        <source>Start no run of the selected schedule until it is resumed</source>
        <translation>Non avviare esecuzioni della pianificazione selezionata finché non viene ripresa</translation>
    </message>
    <message>
        <source>Let the selected schedule start runs again</source>
        <translation>Consenti di nuovo le esecuzioni della pianificazione selezionata</translation>
    </message>
    <message>
        <source>Delete the selected schedule and kill its runs</source>
        <translation>Elimina la pianificazione selezionata e termina le sue esecuzioni</translation>
    </message>
</context>
<context>
    <name>muster::console::ListPage</name>
    <message>
        <source>No data yet</source>
        <translation>Ancora nessun dato</translation>
    </message>
    <message>
        <source>Waiting for the master…</source>
        <translation>In attesa del master…</translation>
    </message>
</context>
<context>
    <name>muster::console::LogFeed</name>
    <message>
        <source>The task is no longer known</source>
        <translation>Il task non è più noto</translation>
    </message>
    <message>
        <source>End of the log</source>
        <translation>Fine del log</translation>
    </message>
</context>
<context>
    <name>muster::console::LogMemory</name>
    <message>
        <source>Save the log</source>
        <translation>Salva il log</translation>
    </message>
    <message>
        <source>Text (*.log *.txt);;All files (*)</source>
        <translation>Testo (*.log *.txt);;Tutti i file (*)</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>Salvato %1</translation>
    </message>
</context>
<context>
    <name>muster::console::MainMenu</name>
    <message>
        <source>&amp;Cluster</source>
        <translation>&amp;Cluster</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Visualizza</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Aiuto</translation>
    </message>
    <message>
        <source>&amp;About Muster</source>
        <translation>&amp;Informazioni su Muster</translation>
    </message>
    <message>
        <source>&amp;Submit a job</source>
        <translation>&amp;Invia un job</translation>
    </message>
    <message>
        <source>&amp;Refresh</source>
        <translation>&amp;Aggiorna</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Esci</translation>
    </message>
    <message>
        <source>&amp;Filter</source>
        <translation>&amp;Filtra</translation>
    </message>
    <message>
        <source>&amp;Clear the filter</source>
        <translation>&amp;Cancella il filtro</translation>
    </message>
    <message>
        <source>&amp;Rows</source>
        <translation>&amp;Righe</translation>
    </message>
    <message>
        <source>&amp;Compact</source>
        <translation>&amp;Compatte</translation>
    </message>
    <message>
        <source>&amp;Normal</source>
        <translation>&amp;Normali</translation>
    </message>
    <message>
        <source>&amp;Large</source>
        <translation>&amp;Grandi</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Scorciatoie da tastiera</translation>
    </message>
    <message>
        <source>&amp;Light or dark theme</source>
        <translation>&amp;Tema chiaro o scuro</translation>
    </message>
    <message>
        <source>F&amp;ull screen</source>
        <translation>&amp;Schermo intero</translation>
    </message>
</context>
<context>
    <name>muster::console::MainWindow</name>
    <message>
        <source>Overview</source>
        <translation>Panoramica</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Nodi</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Job</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>Task</translation>
    </message>
    <message>
        <source>Offers</source>
        <translation>Offerte</translation>
    </message>
    <message>
        <source>Submit</source>
        <translation>Invia</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Pagine</translation>
    </message>
    <message>
        <source>Submitted as %1</source>
        <translation>Inviato come %1</translation>
    </message>
    <message>
        <source>About Muster</source>
        <translation>Informazioni su Muster</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Cronologia</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Impostazioni</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>Avvisi</translation>
    </message>
    <message numerus="yes">
        <source>Operator mode was switched off: no input for %n min</source>
        <translation>
            <numerusform>La modalità operatore è stata disattivata: nessun input per %n min</numerusform>
            <numerusform>La modalità operatore è stata disattivata: nessun input per %n min</numerusform>
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
        <translation>Cluster %1</translation>
    </message>
    <message numerus="yes">
        <source>Alerts, %n not acknowledged</source>
        <translation>
            <numerusform>Avvisi, %n senza presa d&apos;atto</numerusform>
            <numerusform>Avvisi, %n senza presa d&apos;atto</numerusform>
        </translation>
    </message>
    <message>
        <source>Unknown page &quot;%1&quot;</source>
        <translation>Pagina sconosciuta «%1»</translation>
    </message>
    <message>
        <source>%1 is not in this list</source>
        <translation>%1 non è in questo elenco</translation>
    </message>
    <message>
        <source>Muster console %1
One pool of the GPUs of many nodes.

Sources: Apache-2.0. This program: GPL-3, as Qt Charts is.</source>
        <translation>Console di Muster %1
Un unico pool delle GPU di molti nodi.

Sorgenti: Apache-2.0. Questo programma: GPL-3, come Qt Charts.</translation>
    </message>
    <message>
        <source>Services</source>
        <translation>Servizi</translation>
    </message>
    <message>
        <source>Schedules</source>
        <translation>Pianificazioni</translation>
    </message>
</context>
<context>
    <name>muster::console::NodesPage</name>
    <message>
        <source>No nodes have joined</source>
        <translation>Nessun nodo si è unito</translation>
    </message>
    <message>
        <source>On each host of the cluster run: muster-agentd agent --master=HOST:5050</source>
        <translation>Su ogni host del cluster eseguire: muster-agentd agent --master=HOST:5050</translation>
    </message>
</context>
<context>
    <name>muster::console::Notices</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Muster console</source>
        <translation>Console di Muster</translation>
    </message>
</context>
<context>
    <name>muster::console::OffersPage</name>
    <message>
        <source>No outstanding offers</source>
        <translation>Nessuna offerta in sospeso</translation>
    </message>
    <message>
        <source>All free resources were declined, or no framework wants any</source>
        <translation>Tutte le risorse libere sono state rifiutate o nessun framework ne vuole</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>Rifiutate</translation>
    </message>
    <message>
        <source>Refused: the last to expire</source>
        <translation>Rifiutate: quelle che scadono per ultime</translation>
    </message>
    <message>
        <source>Nothing is refused at present</source>
        <translation>Al momento nulla è rifiutato</translation>
    </message>
    <message>
        <source>What frameworks decline or are not offered is listed here, with the reason</source>
        <translation>Qui è elencato, con il motivo, ciò che i framework rifiutano o che non viene loro offerto</translation>
    </message>
    <message>
        <source>The master did not send the refusals</source>
        <translation>Il master non ha inviato i rifiuti</translation>
    </message>
    <message>
        <source>No data yet</source>
        <translation>Ancora nessun dato</translation>
    </message>
    <message>
        <source>Waiting for the master…</source>
        <translation>In attesa del master…</translation>
    </message>
</context>
<context>
    <name>muster::console::OperatorFrame</name>
    <message>
        <source>Operator</source>
        <translation>Operatore</translation>
    </message>
    <message>
        <source>Viewer</source>
        <translation>Osservatore</translation>
    </message>
    <message>
        <source>Operator mode is on</source>
        <translation>La modalità operatore è attiva</translation>
    </message>
    <message>
        <source>Viewer mode: no changes can be made</source>
        <translation>Modalità osservatore: non si può modificare nulla</translation>
    </message>
    <message>
        <source>Return to viewer mode, %1</source>
        <translation>Torna alla modalità osservatore, %1</translation>
    </message>
</context>
<context>
    <name>muster::console::OperatorMode</name>
    <message>
        <source>&amp;Operator mode</source>
        <translation>Modalità &amp;operatore</translation>
    </message>
    <message>
        <source>Switch on operator mode, %1</source>
        <translation>Attiva la modalità operatore, %1</translation>
    </message>
    <message numerus="yes">
        <source>Required for every change; switches off after %n min without input</source>
        <translation>
            <numerusform>Necessaria per ogni modifica; si disattiva dopo %n min senza input</numerusform>
            <numerusform>Necessaria per ogni modifica; si disattiva dopo %n min senza input</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>muster::console::OverviewPage</name>
    <message>
        <source>Not yet considered</source>
        <translation>Non ancora valutati</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Totale</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>Assegnato</translation>
    </message>
    <message>
        <source>Offered</source>
        <translation>Offerto</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>Libero</translation>
    </message>
    <message>
        <source>Out of service</source>
        <translation>Fuori servizio</translation>
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
        <translation>Memoria</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>Disco</translation>
    </message>
    <message>
        <source>Resources of the cluster</source>
        <translation>Risorse del cluster</translation>
    </message>
    <message>
        <source>Resources</source>
        <translation>Risorse</translation>
    </message>
    <message>
        <source>GPUs by node</source>
        <translation>GPU per nodo</translation>
    </message>
    <message>
        <source>No GPUs in the cluster</source>
        <translation>Nessuna GPU nel cluster</translation>
    </message>
    <message>
        <source>No node with GPUs has joined. On a host with GPUs run: muster-agentd agent --master=HOST:5050. Check that nvidia-smi lists them there.</source>
        <translation>Non si è unito alcun nodo con GPU. Su un host con GPU eseguire: muster-agentd agent --master=HOST:5050. Controllare che nvidia-smi le elenchi.</translation>
    </message>
    <message>
        <source>No data yet</source>
        <translation>Ancora nessun dato</translation>
    </message>
    <message>
        <source>Waiting for the master…</source>
        <translation>In attesa del master…</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>Avvisi</translation>
    </message>
    <message>
        <source>No active alerts</source>
        <translation>Nessun avviso attivo</translation>
    </message>
    <message>
        <source>Pending jobs</source>
        <translation>Job in attesa</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Nessuno</translation>
    </message>
    <message>
        <source>GPUs by user</source>
        <translation>GPU per utente</translation>
    </message>
    <message>
        <source>No GPUs in use</source>
        <translation>Nessuna GPU in uso</translation>
    </message>
    <message>
        <source>%1
%2</source>
        <translation>%1
%2</translation>
    </message>
    <message>
        <source>Away</source>
        <translation>Assenti</translation>
    </message>
    <message>
        <source>On nodes that are away: not usable until they are back</source>
        <translation>Su nodi irraggiungibili: non utilizzabili finché non ritornano</translation>
    </message>
    <message>
        <source>Users are listed here while their tasks have GPUs.</source>
        <translation>Gli utenti appaiono qui finché i loro task hanno GPU.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message numerus="yes">
        <source>%n GPUs</source>
        <translation>
            <numerusform>%n GPU</numerusform>
            <numerusform>%n GPU</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n others</source>
        <translation>
            <numerusform>%n altro</numerusform>
            <numerusform>%n altri</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>muster::console::ProfileEditor</name>
    <message>
        <source>Connecting to %1…</source>
        <translation>Connessione a %1…</translation>
    </message>
</context>
<context>
    <name>muster::console::SchedulesPage</name>
    <message>
        <source>No schedules</source>
        <translation>Nessuna pianificazione</translation>
    </message>
    <message>
        <source>Create one on the web page of the master, or run: muster schedules create</source>
        <translation>Creane una nella pagina web del master, oppure esegui: muster schedules create</translation>
    </message>
</context>
<context>
    <name>muster::console::ServicesPage</name>
    <message>
        <source>No services</source>
        <translation>Nessun servizio</translation>
    </message>
    <message>
        <source>Create one on the web page of the master, or run: muster services create</source>
        <translation>Creane uno nella pagina web del master, oppure esegui: muster services create</translation>
    </message>
</context>
<context>
    <name>muster::console::SettingsPage</name>
    <message>
        <source>&amp;Open</source>
        <translation>Ap&amp;ri</translation>
    </message>
    <message>
        <source>&amp;Edit…</source>
        <translation>Modi&amp;fica…</translation>
    </message>
    <message>
        <source>&amp;Remove…</source>
        <translation>Ri&amp;muovi…</translation>
    </message>
    <message>
        <source>When one of my &amp;jobs starts or ends</source>
        <translation>Quando un mio &amp;job inizia o si conclude</translation>
    </message>
    <message>
        <source>When a &amp;GPU becomes unhealthy</source>
        <translation>Quando una GPU si g&amp;uasta</translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>&amp;Add…</source>
        <translation>A&amp;ggiungi…</translation>
    </message>
    <message>
        <source>The command line shares this list: muster context</source>
        <translation>La riga di comando condivide questo elenco: muster context</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Aspetto</translation>
    </message>
    <message>
        <source>Follow system</source>
        <translation>Segui il sistema</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Chiaro</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Scuro</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>Compatte</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>Normali</translation>
    </message>
    <message>
        <source>Large</source>
        <translation>Grandi</translation>
    </message>
    <message>
        <source>Takes effect at the next start</source>
        <translation>Ha effetto dal prossimo avvio</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Tema</translation>
    </message>
    <message>
        <source>Ro&amp;w height</source>
        <translation>Altezza delle rig&amp;he</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>Li&amp;ngua</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Tema</translation>
    </message>
    <message>
        <source>Row height</source>
        <translation>Altezza delle righe</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Lingua</translation>
    </message>
    <message>
        <source>GPU thresholds</source>
        <translation>Soglie delle GPU</translation>
    </message>
    <message>
        <source>From this value on, the GPU list highlights the value</source>
        <translation>Da questo valore in poi, l&apos;elenco delle GPU evidenzia il valore</translation>
    </message>
    <message>
        <source>&amp;Utilisation</source>
        <translation>Utili&amp;zzo</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>&amp;Memory used</source>
        <translation>Mem&amp;oria usata</translation>
    </message>
    <message>
        <source> °C</source>
        <translation> °C</translation>
    </message>
    <message>
        <source>Desktop notifications</source>
        <translation>Notifiche sul desktop</translation>
    </message>
    <message>
        <source>Window and keys</source>
        <translation>Finestra e tasti</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts…</source>
        <translation>&amp;Scorciatoie da tastiera…</translation>
    </message>
    <message>
        <source>List all shortcuts (F1)</source>
        <translation>Elenca tutte le scorciatoie (F1)</translation>
    </message>
    <message>
        <source>Reset the la&amp;yout</source>
        <translation>Reimposta la &amp;disposizione</translation>
    </message>
    <message>
        <source>Reset columns and window to their defaults</source>
        <translation>Ripristina colonne e finestra predefinite</translation>
    </message>
    <message>
        <source>These settings as a file</source>
        <translation>Queste impostazioni come file</translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation>Es&amp;porta…</translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <translation>&amp;Importa…</translation>
    </message>
    <message>
        <source>Replaces all settings of this console</source>
        <translation>Sostituisce tutte le impostazioni di questa console</translation>
    </message>
    <message>
        <source>%1 (%2), open</source>
        <translation>%1 (%2), aperto</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Remove a cluster</source>
        <translation>Rimuovi un cluster</translation>
    </message>
    <message>
        <source>Remove %1 from the list?</source>
        <translation>Rimuovere %1 dall&apos;elenco?</translation>
    </message>
    <message>
        <source>The cluster itself is not affected. A token that was entered here is deleted.</source>
        <translation>Il cluster in sé non viene toccato. Un token inserito qui viene eliminato.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Rimuovi</translation>
    </message>
    <message>
        <source>Export the settings</source>
        <translation>Esporta le impostazioni</translation>
    </message>
    <message>
        <source>Import settings</source>
        <translation>Importa impostazioni</translation>
    </message>
    <message>
        <source>Settings (*.ini)</source>
        <translation>Impostazioni (*.ini)</translation>
    </message>
    <message>
        <source>Tem&amp;perature</source>
        <translation>Temp&amp;eratura</translation>
    </message>
    <message>
        <source>Only critical notifications during these hours; empty for none</source>
        <translation>In queste ore solo notifiche critiche; vuoto: nessuna</translation>
    </message>
    <message>
        <source>Quiet hours</source>
        <translation>Ore di silenzio</translation>
    </message>
    <message>
        <source>&amp;Quiet hours</source>
        <translation>Ore di silenzio</translation>
    </message>
    <message>
        <source>Enter two times of day: 22:00-06:00. Until then there are no quiet hours</source>
        <translation>Inserire due orari: 22:00-06:00. Fino ad allora non ci sono ore di silenzio</translation>
    </message>
    <message>
        <source>Enter two times of day: 22:00-06:00. Until then %1 remains in effect</source>
        <translation>Inserire due orari: 22:00-06:00. Fino ad allora resta %1</translation>
    </message>
    <message>
        <source>Includes the layout, the filters and the last job of each cluster, by its name or address, but no tokens</source>
        <translation>Comprende la disposizione, i filtri e l&apos;ultimo job di ogni cluster, con il suo nome o indirizzo, ma nessun token</translation>
    </message>
</context>
<context>
    <name>muster::console::ShortcutList</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Scorciatoie da tastiera</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasti</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Azione</translation>
    </message>
    <message>
        <source> or </source>
        <translation> o </translation>
    </message>
    <message>
        <source>Copy the cell</source>
        <translation>Copia la cella</translation>
    </message>
    <message>
        <source>Copy the row</source>
        <translation>Copia la riga</translation>
    </message>
    <message>
        <source>Copy the id of the row</source>
        <translation>Copia l&apos;ID della riga</translation>
    </message>
    <message>
        <source>Arrow keys</source>
        <translation>Tasti freccia</translation>
    </message>
    <message>
        <source>Move the divider between two parts of a page, which Tab leads to</source>
        <translation>Sposta il divisore tra due parti di una pagina, che si raggiunge con Tab</translation>
    </message>
</context>
<context>
    <name>muster::console::SpecActions</name>
    <message>
        <source>Clone and edit</source>
        <translation>Clona e modifica</translation>
    </message>
    <message>
        <source>Spec</source>
        <translation>Specifica</translation>
    </message>
    <message>
        <source>Submit a similar job (%1)</source>
        <translation>Invia un job simile (%1)</translation>
    </message>
    <message>
        <source>Show the spec as a file and as a command line (%1)</source>
        <translation>Mostra la specifica come file e come riga di comando (%1)</translation>
    </message>
    <message>
        <source>No spec of %1: %2</source>
        <translation>Nessuna specifica di %1: %2</translation>
    </message>
</context>
<context>
    <name>muster::console::StatusLine</name>
    <message>
        <source>Simulated GPUs</source>
        <translation>GPU simulate</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>Connessione in corso</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>Connesso</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>Non connesso</translation>
    </message>
    <message>
        <source>No data</source>
        <translation>Nessun dato</translation>
    </message>
    <message>
        <source>Data is %1 old</source>
        <translation>Dati vecchi di %1</translation>
    </message>
    <message>
        <source>Server %1</source>
        <translation>Server %1</translation>
    </message>
    <message>
        <source>Show the alerts</source>
        <translation>Mostra gli avvisi</translation>
    </message>
    <message>
        <source>Critical: %1</source>
        <translation>Critici: %1</translation>
    </message>
    <message>
        <source>Warnings: %1</source>
        <translation>Avvertimenti: %1</translation>
    </message>
    <message>
        <source>Unacknowledged alerts: %1</source>
        <translation>Avvisi senza presa d&apos;atto: %1</translation>
    </message>
    <message>
        <source>Nodes %1/%2 · GPUs used %3/%4</source>
        <translation>Nodi %1/%2 · GPU in uso %3/%4</translation>
    </message>
    <message>
        <source>%1 of %2 GPUs free</source>
        <translation>%1 di %2 GPU libere</translation>
    </message>
    <message>
        <source>%1, %2 on nodes that are away</source>
        <translation>%1, %2 su nodi irraggiungibili</translation>
    </message>
</context>
<context>
    <name>muster::console::SubmitPage</name>
    <message>
        <source>Check</source>
        <translation>Verifica</translation>
    </message>
    <message>
        <source>Waiting for the master…</source>
        <translation>In attesa del master…</translation>
    </message>
    <message>
        <source>Submitted as %1</source>
        <translation>Inviato come %1</translation>
    </message>
    <message>
        <source>The connection was lost before the master answered. The request is repeated when it is back; the job runs only once</source>
        <translation>La connessione è stata persa prima della risposta del master. La richiesta viene ripetuta al suo ritorno; il job viene eseguito una sola volta</translation>
    </message>
    <message>
        <source>Already submitted as %1 before the connection was lost: it runs only once</source>
        <translation>Già inviato come %1 prima della perdita della connessione: viene eseguito una sola volta</translation>
    </message>
    <message>
        <source>The job has settings that this form does not support: they are left out</source>
        <translation>Il job ha impostazioni che questo modulo non supporta: vengono omesse</translation>
    </message>
    <message>
        <source>Saved as template %1</source>
        <translation>Salvato come modello %1</translation>
    </message>
</context>
<context>
    <name>muster::console::TasksPage</name>
    <message>
        <source>No tasks</source>
        <translation>Nessun task</translation>
    </message>
    <message>
        <source>No framework has launched a task yet</source>
        <translation>Nessun framework ha ancora avviato un task</translation>
    </message>
    <message>
        <source>Submit a job</source>
        <translation>Invia un job</translation>
    </message>
    <message>
        <source>task %1</source>
        <translation>task %1</translation>
    </message>
</context>
<context>
    <name>muster::console::WallWindow</name>
    <message>
        <source>Wall view of a cluster</source>
        <translation>Vista a parete di un cluster</translation>
    </message>
    <message>
        <source>Muster wall view</source>
        <translation>Vista a parete di Muster</translation>
    </message>
    <message>
        <source>Paused by an alert</source>
        <translation>In pausa per un avviso</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>Connessione in corso…</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>Non connesso</translation>
    </message>
    <message>
        <source>Since %1 (%2), no data yet</source>
        <translation>Da %1 (%2), ancora nessun dato</translation>
    </message>
    <message>
        <source>Since %1 (%2)</source>
        <translation>Da %1 (%2)</translation>
    </message>
    <message>
        <source>Next attempt in %1 s</source>
        <translation>Prossimo tentativo tra %1 s</translation>
    </message>
    <message>
        <source>%1 (simulated GPUs)</source>
        <translation>%1 (GPU simulate)</translation>
    </message>
    <message>
        <source>%1 – %2 of %3</source>
        <translation>%1 – %2 di %3</translation>
    </message>
    <message>
        <source>Data is %1 old</source>
        <translation>Dati vecchi di %1</translation>
    </message>
    <message>
        <source>No data</source>
        <translation>Nessun dato</translation>
    </message>
</context>
<context>
    <name>muster::console::WelcomePage</name>
    <message>
        <source>&amp;Connect…</source>
        <translation>&amp;Connetti…</translation>
    </message>
    <message>
        <source>&amp;Demo cluster</source>
        <translation>Cluster &amp;dimostrativo</translation>
    </message>
    <message>
        <source>To connect to a cluster you need the address of its master and a token. If you have none, try the demo cluster: it runs on this host with simulated GPUs and ends when this window is closed.</source>
        <translation>Per connettersi a un cluster servono l&apos;indirizzo del suo master e un token. Se non se ne ha uno, si può provare il cluster demo: è eseguito su questo computer con GPU simulate e termina alla chiusura di questa finestra.</translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Starts muster-agentd with simulated GPUs on this host</source>
        <translation>Avvia muster-agentd con GPU simulate su questo computer</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Avanzamento</translation>
    </message>
    <message>
        <source>Connect to a cluster</source>
        <translation>Connetti a un cluster</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>muster::console::WorkPage</name>
    <message>
        <source>Why %1 is pending</source>
        <translation>Perché %1 è in attesa</translation>
    </message>
    <message>
        <source>Log of %1</source>
        <translation>Log di %1</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Log</translation>
    </message>
    <message>
        <source>%1 has not run yet</source>
        <translation>%1 non è ancora stato eseguito</translation>
    </message>
    <message>
        <source>Why %1 ended</source>
        <translation>Perché %1 è terminato</translation>
    </message>
    <message>
        <source>Load what ended earlier</source>
        <translation>Carica ciò che è terminato prima</translation>
    </message>
    <message>
        <source>Loaded from further back: %1</source>
        <translation>Caricati dalla cronologia precedente: %1</translation>
    </message>
    <message>
        <source>The master keeps nothing that ended earlier</source>
        <translation>Il master non conserva nulla di terminato prima</translation>
    </message>
    <message>
        <source>Cannot load what ended earlier: %1</source>
        <translation>Impossibile caricare ciò che è terminato prima: %1</translation>
    </message>
</context>
<context>
    <name>muster::models::AlertModel</name>
    <message>
        <source>Severity</source>
        <translation>Gravità</translation>
    </message>
    <message>
        <source>Alert</source>
        <translation>Avviso</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Dove</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>Inizio</translation>
    </message>
    <message>
        <source>Acknowledged by</source>
        <translation>Preso atto da</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Nota</translation>
    </message>
    <message>
        <source>Muted until</source>
        <translation>Silenziato fino a</translation>
    </message>
    <message>
        <source>It is not reported as new if it returns before this time</source>
        <translation>Non viene segnalato come nuovo se si ripresenta prima di questo momento</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Che cosa</translation>
    </message>
    <message>
        <source>What is wrong and how to fix it</source>
        <translation>Che cosa non va e come rimediare</translation>
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
        <translation>Quando</translation>
    </message>
    <message>
        <source>Who</source>
        <translation>Chi</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Azione</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Dove</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>Dettaglio</translation>
    </message>
</context>
<context>
    <name>muster::models::ExplanationModel</name>
    <message>
        <source>%1: has %2, sufficient</source>
        <translation>%1: ha %2, sufficiente</translation>
    </message>
    <message>
        <source>%1: has %2, not sufficient</source>
        <translation>%1: ha %2, non sufficiente</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Nodo</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>muster::models::GpuHours</name>
    <message>
        <source>GPU-hours by day</source>
        <translation>Ore GPU per giorno</translation>
    </message>
    <message>
        <source>GPU-hours by hour</source>
        <translation>Ore GPU per ora</translation>
    </message>
    <message>
        <source>%1: %2 GPU-hours</source>
        <translation>%1: %2 ore GPU</translation>
    </message>
    <message>
        <source>%1: no data</source>
        <translation>%1: nessun dato</translation>
    </message>
</context>
<context>
    <name>muster::models::GpuModel</name>
    <message>
        <source>Node</source>
        <translation>Nodo</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Index on its node, as nvidia-smi prints it</source>
        <translation>Indice sul nodo, come lo mostra nvidia-smi</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modello</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Stato</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Task</translation>
    </message>
    <message>
        <source>User</source>
        <translation>Utente</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Motivo</translation>
    </message>
    <message>
        <source>Why the GPU is restricted, or its fault</source>
        <translation>Perché la GPU è esclusa, o il suo guasto</translation>
    </message>
    <message>
        <source>Bus id</source>
        <translation>ID bus</translation>
    </message>
    <message>
        <source>Persistence</source>
        <translation>Persistenza</translation>
    </message>
    <message>
        <source>Display</source>
        <translation>Schermo</translation>
    </message>
    <message>
        <source>Compute mode</source>
        <translation>Modalità di calcolo</translation>
    </message>
    <message>
        <source>MIG</source>
        <translation>MIG</translation>
    </message>
    <message>
        <source>ECC mode</source>
        <translation>Modalità ECC</translation>
    </message>
    <message>
        <source>UUID</source>
        <translation>UUID</translation>
    </message>
    <message>
        <source>Memory used / total</source>
        <translation>Memoria usata / totale</translation>
    </message>
    <message>
        <source>Power / cap</source>
        <translation>Potenza / limite</translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation>Utilizzo</translation>
    </message>
    <message>
        <source>On</source>
        <translation>Sì</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>No</translation>
    </message>
    <message>
        <source>NUMA node</source>
        <translation>Nodo NUMA</translation>
    </message>
    <message>
        <source>NUMA node whose CPUs and memory are closest to the GPU</source>
        <translation>Nodo NUMA con CPU e memoria più vicine alla GPU</translation>
    </message>
    <message>
        <source>Restricted by %1 since %2: %3</source>
        <translation>Esclusa da %1 (inizio: %2): %3</translation>
    </message>
    <message>
        <source>%1 (until %2)</source>
        <translation>%1 (fino a %2)</translation>
    </message>
</context>
<context>
    <name>muster::models::HeatMapModel</name>
    <message>
        <source>%1 of %2 %3 (%4)</source>
        <translation>%1 di %2 %3 (%4)</translation>
    </message>
    <message>
        <source>%1 GPU %2</source>
        <translation>%1 GPU %2</translation>
    </message>
    <message>
        <source>Restricted by %1: %2</source>
        <translation>Esclusa da %1: %2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 di %2</translation>
    </message>
    <message>
        <source>Task %1</source>
        <translation>Task %1</translation>
    </message>
</context>
<context>
    <name>muster::models::HeatMetric</name>
    <message>
        <source>State</source>
        <translation>Stato</translation>
    </message>
    <message>
        <source>The state of the GPU</source>
        <translation>Lo stato della GPU</translation>
    </message>
</context>
<context>
    <name>muster::models::InstanceModel</name>
    <message>
        <source>Unknown</source>
        <translation>Sconosciuto</translation>
    </message>
    <message>
        <source>Its health check has no result yet</source>
        <translation>Il suo controllo di salute non ha ancora un risultato</translation>
    </message>
    <message>
        <source>Healthy</source>
        <translation>Sana</translation>
    </message>
    <message>
        <source>It passes its health check</source>
        <translation>Supera il suo controllo di salute</translation>
    </message>
    <message>
        <source>Unhealthy</source>
        <translation>Non sana</translation>
    </message>
    <message>
        <source>It fails its health check</source>
        <translation>Non supera il suo controllo di salute</translation>
    </message>
    <message>
        <source>No check</source>
        <translation>Nessun controllo</translation>
    </message>
    <message>
        <source>The service has no health check</source>
        <translation>Il servizio non ha un controllo di salute</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Task</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Nodo</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Stato</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>Salute</translation>
    </message>
    <message>
        <source>Ports</source>
        <translation>Porte</translation>
    </message>
    <message>
        <source>Its ports on the node, in the order of the service&apos;s</source>
        <translation>Le sue porte sul nodo, nell’ordine di quelle del servizio</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Avvio</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>Configurazione</translation>
    </message>
    <message>
        <source>Whether it runs the newest configuration of the service</source>
        <translation>Se esegue la configurazione più recente del servizio</translation>
    </message>
    <message>
        <source>Outdated</source>
        <translation>Superata</translation>
    </message>
    <message>
        <source>It runs an older configuration</source>
        <translation>Esegue una configurazione precedente</translation>
    </message>
    <message>
        <source>Current</source>
        <translation>Attuale</translation>
    </message>
</context>
<context>
    <name>muster::models::JobModel</name>
    <message>
        <source>Job</source>
        <translation>Job</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nome</translation>
    </message>
    <message>
        <source>User</source>
        <translation>Utente</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Stato</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Motivo</translation>
    </message>
    <message>
        <source>Why the job is pending or its last attempt ended</source>
        <translation>Perché il job è in attesa o perché l&apos;ultimo tentativo è terminato</translation>
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
        <translation>Memoria</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>Priorità</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>Tentativi</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Nodo</translation>
    </message>
    <message>
        <source>Submitted</source>
        <translation>Inviato</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Avviato</translation>
    </message>
    <message>
        <source>Ran for</source>
        <translation>Durata</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Messaggio</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Comando</translation>
    </message>
    <message>
        <source>Held by %1 since %2: %3</source>
        <translation>Trattenuto da %1 (inizio: %2): %3</translation>
    </message>
</context>
<context>
    <name>muster::models::JobProblems</name>
    <message>
        <source>Enter a name for the job</source>
        <translation>Inserire un nome per il job</translation>
    </message>
    <message>
        <source>%1 characters, at most %2 are allowed</source>
        <translation>%1 caratteri, massimo consentito: %2</translation>
    </message>
    <message>
        <source>At least 0.01 CPUs are needed</source>
        <translation>Servono almeno 0.01 CPU</translation>
    </message>
    <message>
        <source>At least 32 MiB are needed</source>
        <translation>Servono almeno 32 MiB</translation>
    </message>
    <message>
        <source>A GPU type needs at least 1 GPU</source>
        <translation>Un tipo di GPU richiede almeno 1 GPU</translation>
    </message>
    <message>
        <source>Linked GPUs need at least 2 GPUs, %1 requested</source>
        <translation>Le GPU collegate richiedono almeno 2 GPU, richieste: %1</translation>
    </message>
    <message>
        <source>Enter a command, or choose an image with a default command</source>
        <translation>Inserire un comando, o scegliere un&apos;immagine con un comando predefinito</translation>
    </message>
</context>
<context>
    <name>muster::models::NodeModel</name>
    <message>
        <source>Node</source>
        <translation>Nodo</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Stato</translation>
    </message>
    <message>
        <source>GPUs free</source>
        <translation>GPU libere</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>CPUs used / total</source>
        <translation>CPU usate / totali</translation>
    </message>
    <message>
        <source>Memory used / total</source>
        <translation>Memoria usata / totale</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>Driver</translation>
    </message>
    <message>
        <source>CUDA</source>
        <translation>CUDA</translation>
    </message>
    <message>
        <source>Attributes</source>
        <translation>Attributi</translation>
    </message>
    <message>
        <source>Registered</source>
        <translation>Registrato</translation>
    </message>
    <message>
        <source>Agent id</source>
        <translation>ID agente</translation>
    </message>
    <message>
        <source>Drained by %1 since %2</source>
        <translation>Svuotato da %1 (inizio: %2)</translation>
    </message>
    <message>
        <source>Drained by %1 since %2: %3</source>
        <translation>Svuotato da %1 (inizio: %2): %3</translation>
    </message>
</context>
<context>
    <name>muster::models::NoticeFinder</name>
    <message>
        <source>%1 started</source>
        <translation>%1 avviato</translation>
    </message>
    <message>
        <source>On %1</source>
        <translation>Su %1</translation>
    </message>
    <message>
        <source>%1 finished</source>
        <translation>%1 completato</translation>
    </message>
    <message>
        <source>After %1</source>
        <translation>Dopo %1</translation>
    </message>
    <message>
        <source>%1 was killed</source>
        <translation>%1 è stato terminato</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 fallito</translation>
    </message>
    <message>
        <source>GPU %1 recovered</source>
        <translation>GPU %1 di nuovo funzionante</translation>
    </message>
    <message>
        <source>GPU %1 is lost</source>
        <translation>GPU %1 persa</translation>
    </message>
    <message>
        <source>GPU %1 is unhealthy</source>
        <translation>GPU %1 guasta</translation>
    </message>
</context>
<context>
    <name>muster::models::OfferModel</name>
    <message>
        <source>Offer</source>
        <translation>Offerta</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>Framework</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Nodo</translation>
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
        <translation>Memoria</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>Disco</translation>
    </message>
    <message>
        <source>Made</source>
        <translation>Creata</translation>
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
        <translation>Tipo</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>Processo</translation>
    </message>
    <message>
        <source>Memory (MiB)</source>
        <translation>Memoria (MiB)</translation>
    </message>
</context>
<context>
    <name>muster::models::RefusalModel</name>
    <message>
        <source>Framework</source>
        <translation>Framework</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Ruolo</translation>
    </message>
    <message>
        <source>Role of the framework in which this is not offered</source>
        <translation>Ruolo del framework nel quale ciò non viene offerto</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Nodo</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Not offered until</source>
        <translation>Non offerta fino a</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Motivo</translation>
    </message>
    <message>
        <source>Resources</source>
        <translation>Risorse</translation>
    </message>
    <message>
        <source>These resources of the node, or less, are not offered</source>
        <translation>Queste risorse del nodo, o meno, non vengono offerte</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Perché</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Tutti</translation>
    </message>
    <message>
        <source>All with GPUs</source>
        <translation>Tutti con GPU</translation>
    </message>
    <message>
        <source>No end</source>
        <translation>Senza fine</translation>
    </message>
</context>
<context>
    <name>muster::models::ScheduleModel</name>
    <message>
        <source>Problem</source>
        <translation>Problema</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>In pausa</translation>
    </message>
    <message>
        <source>No run is started until it is resumed</source>
        <translation>Nessuna esecuzione viene avviata finché non viene ripresa</translation>
    </message>
    <message>
        <source>Running %1</source>
        <translation>In esecuzione: %1</translation>
    </message>
    <message>
        <source>Exhausted</source>
        <translation>Esaurita</translation>
    </message>
    <message>
        <source>No further run will be due</source>
        <translation>Non ci saranno altre esecuzioni</translation>
    </message>
    <message>
        <source>Waits for parents</source>
        <translation>Attende i genitori</translation>
    </message>
    <message>
        <source>It runs when its parents have succeeded</source>
        <translation>Parte quando i suoi genitori sono riusciti</translation>
    </message>
    <message>
        <source>Scheduled</source>
        <translation>Pianificata</translation>
    </message>
    <message>
        <source>It runs when it is due</source>
        <translation>Parte alla sua scadenza</translation>
    </message>
    <message>
        <source>After %1</source>
        <translation>Dopo %1</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Pianificazione</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Stato</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Quando</translation>
    </message>
    <message>
        <source>ISO 8601, or a line of cron, or the schedules after which it runs</source>
        <translation>ISO 8601, una riga di cron, o le pianificazioni dopo le quali parte</translation>
    </message>
    <message>
        <source>Time zone</source>
        <translation>Fuso orario</translation>
    </message>
    <message>
        <source>Next run</source>
        <translation>Prossima esecuzione</translation>
    </message>
    <message>
        <source>Last run</source>
        <translation>Ultima esecuzione</translation>
    </message>
    <message>
        <source>Successes</source>
        <translation>Riuscite</translation>
    </message>
    <message>
        <source>Failures</source>
        <translation>Fallite</translation>
    </message>
    <message>
        <source>User</source>
        <translation>Utente</translation>
    </message>
    <message>
        <source>Changed by</source>
        <translation>Modificata da</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Modifica</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Immagine</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Comando</translation>
    </message>
    <message>
        <source>The last one: %1</source>
        <translation>L’ultima: %1</translation>
    </message>
    <message>
        <source>In a row: %1. The last one: %2</source>
        <translation>Di fila: %1. L’ultima: %2</translation>
    </message>
</context>
<context>
    <name>muster::models::ServiceModel</name>
    <message>
        <source>Running</source>
        <translation>In esecuzione</translation>
    </message>
    <message>
        <source>Not all of its instances are running</source>
        <translation>Non tutte le sue istanze sono in esecuzione</translation>
    </message>
    <message>
        <source>All of its instances are running</source>
        <translation>Tutte le sue istanze sono in esecuzione</translation>
    </message>
    <message>
        <source>Deploying</source>
        <translation>In distribuzione</translation>
    </message>
    <message>
        <source>A deployment changes it</source>
        <translation>Una distribuzione lo modifica</translation>
    </message>
    <message>
        <source>A deployment changes it, and waits for offers for %1 of %2 instances</source>
        <translation>Una distribuzione lo modifica e attende offerte per %1 di %2 istanze</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>In attesa</translation>
    </message>
    <message>
        <source>Waiting for offers: %1 of %2 instances</source>
        <translation>In attesa di offerte: %1 di %2 istanze</translation>
    </message>
    <message>
        <source>Delayed</source>
        <translation>Rimandato</translation>
    </message>
    <message>
        <source>Its instances ended too often: the next one is started at %1</source>
        <translation>Le sue istanze sono finite troppo spesso: la prossima parte alle %1</translation>
    </message>
    <message>
        <source>Suspended</source>
        <translation>Sospeso</translation>
    </message>
    <message>
        <source>It is scaled to no instances</source>
        <translation>È scalato a nessuna istanza</translation>
    </message>
    <message>
        <source>Removing</source>
        <translation>In rimozione</translation>
    </message>
    <message>
        <source>It was deleted, and its last instances are being killed</source>
        <translation>È stato eliminato e le sue ultime istanze vengono terminate</translation>
    </message>
    <message>
        <source>Unhealthy</source>
        <translation>Non sana</translation>
    </message>
    <message>
        <source>Failing their health check: %1 of %2 instances</source>
        <translation>Controllo di salute non superato: %1 di %2 istanze</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>Passo %1 di %2</translation>
    </message>
    <message>
        <source>Service</source>
        <translation>Servizio</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Stato</translation>
    </message>
    <message>
        <source>Instances</source>
        <translation>Istanze</translation>
    </message>
    <message>
        <source>Running instances, and how many it is to have</source>
        <translation>Istanze in esecuzione, e quante deve averne</translation>
    </message>
    <message>
        <source>Healthy</source>
        <translation>Sana</translation>
    </message>
    <message>
        <source>Instances that pass their health check, of those that run</source>
        <translation>Istanze che superano il controllo di salute, di quelle in esecuzione</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>GPUs of each instance</source>
        <translation>GPU di ogni istanza</translation>
    </message>
    <message>
        <source>CPUs</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>CPUs of each instance</source>
        <translation>CPU di ogni istanza</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Memoria</translation>
    </message>
    <message>
        <source>Memory of each instance</source>
        <translation>Memoria di ogni istanza</translation>
    </message>
    <message>
        <source>User</source>
        <translation>Utente</translation>
    </message>
    <message>
        <source>Deployment</source>
        <translation>Distribuzione</translation>
    </message>
    <message>
        <source>The change of the service that is under way</source>
        <translation>La modifica del servizio in corso</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Modifica</translation>
    </message>
    <message>
        <source>When the service was last changed</source>
        <translation>Quando il servizio è stato modificato l’ultima volta</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Immagine</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Comando</translation>
    </message>
    <message>
        <source>No check</source>
        <translation>Nessun controllo</translation>
    </message>
</context>
<context>
    <name>muster::models::TaskModel</name>
    <message>
        <source>Task</source>
        <translation>Task</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nome</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Stato</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Nodo</translation>
    </message>
    <message>
        <source>Indices of its GPUs on the node</source>
        <translation>Indici delle sue GPU sul nodo</translation>
    </message>
    <message>
        <source>User</source>
        <translation>Utente</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>Framework</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Avviato</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Concluso</translation>
    </message>
    <message>
        <source>Exit</source>
        <translation>Uscita</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Messaggio</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Comando</translation>
    </message>
    <message>
        <source>signal %1</source>
        <translation>segnale %1</translation>
    </message>
    <message>
        <source>GPU indices</source>
        <translation>Indici GPU</translation>
    </message>
</context>
<context>
    <name>muster::models::TopologyModel</name>
    <message>
        <source>number of NVLinks</source>
        <translation>numero di NVLink</translation>
    </message>
    <message>
        <source>GPU %1 is on NUMA node %2</source>
        <translation>La GPU %1 è sul nodo NUMA %2</translation>
    </message>
    <message>
        <source>The NUMA node of GPU %1 is unknown</source>
        <translation>Il nodo NUMA della GPU %1 non è noto</translation>
    </message>
    <message>
        <source>GPU %1 to GPU %2</source>
        <translation>Da GPU %1 a GPU %2</translation>
    </message>
    <message>
        <source>GPU %1 itself</source>
        <translation>La GPU %1 stessa</translation>
    </message>
    <message>
        <source>%1: %2, NVLinks: %3</source>
        <translation>%1: %2, NVLink: %3</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1: %2, %3</translation>
    </message>
    <message>
        <source>%1: not reported by the driver</source>
        <translation>%1: non indicato dal driver</translation>
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
        <translation>Totale: %1 ore GPU, %2 ore CPU; task: %3, falliti: %4</translation>
    </message>
    <message>
        <source>User</source>
        <translation>Utente</translation>
    </message>
    <message>
        <source>GPU-hours</source>
        <translation>Ore GPU</translation>
    </message>
    <message>
        <source>GPUs allocated, busy or idle, times hours</source>
        <translation>GPU assegnate, occupate o no, per ore</translation>
    </message>
    <message>
        <source>Share (%)</source>
        <translation>Quota (%)</translation>
    </message>
    <message>
        <source>Share of the GPU-hours of all users</source>
        <translation>Quota delle ore GPU di tutti gli utenti</translation>
    </message>
    <message>
        <source>CPU-hours</source>
        <translation>Ore CPU</translation>
    </message>
    <message>
        <source>CPUs allocated, busy or idle, times hours</source>
        <translation>CPU assegnate, occupate o no, per ore</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>Task</translation>
    </message>
    <message>
        <source>Tasks that held resources in this period</source>
        <translation>Task che avevano risorse assegnate in questo periodo</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Falliti</translation>
    </message>
    <message>
        <source>Tasks that failed in this period</source>
        <translation>Task falliti in questo periodo</translation>
    </message>
    <message>
        <source>Mean wait</source>
        <translation>Attesa media</translation>
    </message>
    <message>
        <source>Time in the queue of jobs whose first attempt started in this period</source>
        <translation>Tempo in coda dei job il cui primo tentativo è iniziato in questo periodo</translation>
    </message>
</context>
<context>
    <name>muster::models::saveFile</name>
    <message>
        <source>Cannot write %1: %2</source>
        <translation>Impossibile scrivere %1: %2</translation>
    </message>
    <message>
        <source>Not a file</source>
        <translation>Non è un file</translation>
    </message>
</context>
<context>
    <name>muster::models::text</name>
    <message>
        <source>n/a</source>
        <translation>n.d.</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 min %2 s</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 h %2 min</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation>%1 g %2 h</translation>
    </message>
</context>
<context>
    <name>muster::widgets::AcknowledgeDialog</name>
    <message>
        <source>Acknowledge an alert</source>
        <translation>Prendi atto di un avviso</translation>
    </message>
    <message>
        <source>What is being done (optional)</source>
        <translation>Che cosa si sta facendo (facoltativo)</translation>
    </message>
    <message>
        <source>No</source>
        <translation>No</translation>
    </message>
    <message>
        <source>For 1 hour</source>
        <translation>Per 1 ora</translation>
    </message>
    <message>
        <source>For 8 hours</source>
        <translation>Per 8 ore</translation>
    </message>
    <message>
        <source>For 1 day</source>
        <translation>Per 1 giorno</translation>
    </message>
    <message>
        <source>A muted alert is not reported as new if it returns</source>
        <translation>Un avviso silenziato non viene segnalato come nuovo se si ripresenta</translation>
    </message>
    <message>
        <source>&amp;Note</source>
        <translation>&amp;Nota</translation>
    </message>
    <message>
        <source>&amp;Mute</source>
        <translation>&amp;Silenzia</translation>
    </message>
    <message>
        <source>Acknowledge</source>
        <translation>Prendi atto</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annulla</translation>
    </message>
</context>
<context>
    <name>muster::widgets::AlertWall</name>
    <message>
        <source>Alerts</source>
        <translation>Avvisi</translation>
    </message>
    <message>
        <source>No alerts</source>
        <translation>Nessun avviso</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n altro</numerusform>
            <numerusform>%n altri</numerusform>
        </translation>
    </message>
    <message>
        <source>Critical</source>
        <translation>Critico</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Avvertimento</translation>
    </message>
    <message>
        <source>Since %1 (%2)</source>
        <translation>Da %1 (%2)</translation>
    </message>
    <message>
        <source>Unacknowledged</source>
        <translation>Senza presa d&apos;atto</translation>
    </message>
    <message>
        <source>Acknowledged by %1</source>
        <translation>Preso atto da %1</translation>
    </message>
</context>
<context>
    <name>muster::widgets::ChartBoard</name>
    <message>
        <source>15 min</source>
        <translation>15 min</translation>
    </message>
    <message>
        <source>1 h</source>
        <translation>1 h</translation>
    </message>
    <message>
        <source>6 h</source>
        <translation>6 h</translation>
    </message>
    <message>
        <source>24 h</source>
        <translation>24 h</translation>
    </message>
    <message>
        <source>7 d</source>
        <translation>7 g</translation>
    </message>
    <message>
        <source>30 d</source>
        <translation>30 g</translation>
    </message>
    <message>
        <source>Show the last %1</source>
        <translation>Mostra l&apos;ultimo periodo di %1</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Indietro</translation>
    </message>
    <message>
        <source>Undo the last zoom (Backspace)</source>
        <translation>Annulla l&apos;ultimo zoom (Backspace)</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Esporta…</translation>
    </message>
    <message>
        <source>Values as CSV…</source>
        <translation>Valori come CSV…</translation>
    </message>
    <message>
        <source>Charts as PNG…</source>
        <translation>Grafici come PNG…</translation>
    </message>
    <message>
        <source>Copy values</source>
        <translation>Copia valori</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>Copia immagine</translation>
    </message>
    <message>
        <source>Save or copy the charts</source>
        <translation>Salva o copia i grafici</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>Grafici</translation>
    </message>
    <message>
        <source>Line: mean; shaded: minimum to maximum. Drag to zoom.</source>
        <translation>Linea: media; area: dal minimo al massimo. Trascinare per ingrandire.</translation>
    </message>
    <message>
        <source>%1 · Loading…</source>
        <translation>%1 · Caricamento…</translation>
    </message>
    <message>
        <source>%1 · No history: %2</source>
        <translation>%1 · Nessuna cronologia: %2</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Copied the values as CSV</source>
        <translation>Valori copiati come CSV</translation>
    </message>
    <message>
        <source>Copied the charts as a picture</source>
        <translation>Grafici copiati come immagine</translation>
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
        <translation>Cluster</translation>
    </message>
    <message>
        <source>GPU utilisation</source>
        <translation>Utilizzo GPU</translation>
    </message>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message>
        <source>Mean of all measured GPUs, including idle ones</source>
        <translation>Media di tutte le GPU misurate, comprese quelle libere</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Allocated GPUs and all GPUs</source>
        <translation>GPU assegnate e tutte le GPU</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>Assegnate</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Totale</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Potenza</translation>
    </message>
    <message>
        <source>Total of all GPUs</source>
        <translation>Totale di tutte le GPU</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>Memoria GPU</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>Usata</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Job</translation>
    </message>
    <message>
        <source>Pending and running jobs</source>
        <translation>Job in attesa e in esecuzione</translation>
    </message>
    <message>
        <source>Pending</source>
        <translation>In attesa</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>In esecuzione</translation>
    </message>
    <message>
        <source>Queue wait</source>
        <translation>Attesa in coda</translation>
    </message>
    <message>
        <source>Time since submission of the pending jobs</source>
        <translation>Tempo dall&apos;invio dei job in attesa</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Media</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>Più lunga</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>No data in this range</source>
        <translation>Nessun dato in questo intervallo</translation>
    </message>
    <message>
        <source>The master records cluster figures from its start. Try a longer range.</source>
        <translation>Il master registra i dati del cluster dal proprio avvio. Provare un intervallo più lungo.</translation>
    </message>
</context>
<context>
    <name>muster::widgets::ClusterTable</name>
    <message>
        <source>Copy cell</source>
        <translation>Copia cella</translation>
    </message>
    <message>
        <source>Copy row</source>
        <translation>Copia riga</translation>
    </message>
    <message>
        <source>Copy id</source>
        <translation>Copia ID</translation>
    </message>
    <message>
        <source>Copied &quot;%1&quot;</source>
        <translation>Copiato &quot;%1&quot;</translation>
    </message>
    <message numerus="yes">
        <source>Copied the row: %n cells</source>
        <translation>
            <numerusform>Riga copiata: %n cella</numerusform>
            <numerusform>Riga copiata: %n celle</numerusform>
        </translation>
    </message>
    <message>
        <source>Copied the id %1</source>
        <translation>Copiato l&apos;ID %1</translation>
    </message>
    <message>
        <source>Sort ascending</source>
        <translation>Ordina in modo crescente</translation>
    </message>
    <message>
        <source>Sort descending</source>
        <translation>Ordina in modo decrescente</translation>
    </message>
    <message>
        <source>Add to sort order (Shift+click)</source>
        <translation>Aggiungi all&apos;ordinamento (Shift+clic)</translation>
    </message>
    <message>
        <source>Compact columns</source>
        <translation>Colonne compatte</translation>
    </message>
    <message>
        <source>All columns</source>
        <translation>Tutte le colonne</translation>
    </message>
    <message>
        <source>Reset columns</source>
        <translation>Reimposta colonne</translation>
    </message>
    <message>
        <source>Save columns as…</source>
        <translation>Salva colonne come…</translation>
    </message>
    <message>
        <source>Remove saved columns</source>
        <translation>Rimuovi colonne salvate</translation>
    </message>
    <message>
        <source>Save columns</source>
        <translation>Salva colonne</translation>
    </message>
    <message>
        <source>Name for these columns, their widths and sorting:</source>
        <translation>Nome per queste colonne, le loro larghezze e l&apos;ordinamento:</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Salva</translation>
    </message>
</context>
<context>
    <name>muster::widgets::CommandDialog</name>
    <message>
        <source>Cancel</source>
        <translation>Annulla</translation>
    </message>
    <message>
        <source>Affected objects</source>
        <translation>Oggetti interessati</translation>
    </message>
    <message>
        <source>Reason, shown to others</source>
        <translation>Il motivo, visibile agli altri</translation>
    </message>
    <message>
        <source>Reason (optional)</source>
        <translation>Motivo (facoltativo)</translation>
    </message>
    <message>
        <source>&amp;Reason</source>
        <translation>&amp;Motivo</translation>
    </message>
    <message>
        <source>&amp;Until</source>
        <translation>&amp;Fino a</translation>
    </message>
    <message>
        <source>End time</source>
        <translation>Ora di fine</translation>
    </message>
    <message>
        <source>Maximum &amp;grace period</source>
        <translation>&amp;Tolleranza massima</translation>
    </message>
    <message>
        <source>Otherwise each task has its own grace period</source>
        <translation>Altrimenti ogni task ha il proprio periodo di tolleranza</translation>
    </message>
    <message>
        <source> min</source>
        <translation> min</translation>
    </message>
    <message>
        <source>Maximum grace period</source>
        <translation>Periodo di tolleranza massimo</translation>
    </message>
    <message>
        <source>&amp;Type %1 to confirm</source>
        <translation>&amp;Digita %1 per confermare</translation>
    </message>
    <message>
        <source>A reason is required</source>
        <translation>Serve un motivo</translation>
    </message>
    <message>
        <source>The reason has %1 bytes, the maximum is %2</source>
        <translation>Il motivo è di %1 byte, il massimo è %2</translation>
    </message>
    <message>
        <source>Enter the number to confirm</source>
        <translation>Digitare il numero per confermare</translation>
    </message>
    <message>
        <source>&amp;Instances</source>
        <translation>&amp;Istanze</translation>
    </message>
</context>
<context>
    <name>muster::widgets::CommandField</name>
    <message>
        <source>Shell command</source>
        <translation>Comando shell</translation>
    </message>
    <message>
        <source>Arguments, one per line</source>
        <translation>Argomenti, uno per riga</translation>
    </message>
    <message>
        <source>Form of the command</source>
        <translation>Forma del comando</translation>
    </message>
    <message>
        <source>A shell expands $NAME, * and pipes; arguments are passed unchanged</source>
        <translation>Una shell espande $NAME, * e le pipe; gli argomenti vengono passati invariati</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Comando</translation>
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
        <translation>Precedenti</translation>
    </message>
    <message>
        <source>Load older events</source>
        <translation>Carica eventi precedenti</translation>
    </message>
    <message numerus="yes">
        <source>Of the newest %n events of the cluster</source>
        <translation>
            <numerusform>Dell&apos;ultimo evento del cluster (%n)</numerusform>
            <numerusform>Degli ultimi %n eventi del cluster</numerusform>
        </translation>
    </message>
    <message>
        <source>Cannot load the events: %1</source>
        <translation>Impossibile caricare gli eventi: %1</translation>
    </message>
</context>
<context>
    <name>muster::widgets::ExplainPanel</name>
    <message>
        <source>Nodes and how they meet the job&apos;s requirements</source>
        <translation>Nodi e come soddisfano i requisiti del job</translation>
    </message>
    <message>
        <source>It would start</source>
        <translation>Si avvierebbe</translation>
    </message>
    <message>
        <source>1 more node</source>
        <translation>1 altro nodo</translation>
    </message>
    <message>
        <source>%1 more nodes</source>
        <translation>Altri %1 nodi</translation>
    </message>
    <message>
        <source>1 job ahead in the queue</source>
        <translation>1 job davanti nella coda</translation>
    </message>
    <message>
        <source>%1 jobs ahead in the queue</source>
        <translation>%1 job davanti nella coda</translation>
    </message>
    <message>
        <source>As of %1</source>
        <translation>Aggiornato: %1</translation>
    </message>
</context>
<context>
    <name>muster::widgets::FailureCard</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>muster::widgets::Filter</name>
    <message>
        <source>user:me: your user name is not known here; enter it</source>
        <translation>user:me: il tuo nome utente qui non è noto; scrivilo per esteso</translation>
    </message>
    <message>
        <source>/%1/ is not a valid pattern: %2 at character %3</source>
        <translation>/%1/ non è un&apos;espressione valida: %2 al carattere %3</translation>
    </message>
    <message>
        <source>%1%2 needs a value, as in %1%2%3</source>
        <translation>A %1%2 manca un valore, come in %1%2%3</translation>
    </message>
    <message>
        <source>%1 contains text, not numbers: use %1:%2 or %1=%2</source>
        <translation>%1 contiene testo, non numeri: usa %1:%2 o %1=%2</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a valid value for %2; use for example %2%3%4</source>
        <translation>&quot;%1&quot; non è un valore valido per %2; usa ad esempio %2%3%4</translation>
    </message>
    <message>
        <source>No column &quot;%1&quot;; columns are %2. To search for the text itself: &quot;%3…&quot;</source>
        <translation>Nessuna colonna &quot;%1&quot;; le colonne sono %2. Per cercare il testo stesso: &quot;%3…&quot;</translation>
    </message>
    <message>
        <source>The filter has %1 characters, the maximum is %2</source>
        <translation>Il filtro ha %1 caratteri, il massimo è %2</translation>
    </message>
</context>
<context>
    <name>muster::widgets::FilterBox</name>
    <message>
        <source>Filter</source>
        <translation>Filtro</translation>
    </message>
    <message>
        <source>Filter (Ctrl+F), F1 for help</source>
        <translation>Filtro (Ctrl+F), F1 per la guida</translation>
    </message>
    <message>
        <source>Words, !not, /regex/, column:word, column&gt;number</source>
        <translation>Parole, !non, /regex/, colonna:parola, colonna&gt;numero</translation>
    </message>
    <message>
        <source>Filter syntax (F1)</source>
        <translation>Sintassi dei filtri (F1)</translation>
    </message>
    <message>
        <source>Help on filters</source>
        <translation>Guida ai filtri</translation>
    </message>
    <message>
        <source>rows that contain both words</source>
        <translation>righe che contengono entrambe le parole</translation>
    </message>
    <message>
        <source>with the space between them</source>
        <translation>con lo spazio tra di esse</translation>
    </message>
    <message>
        <source>rows without it; ! negates any condition</source>
        <translation>righe che non la contengono; ! nega qualsiasi condizione</translation>
    </message>
    <message>
        <source>a regular expression that matches any cell</source>
        <translation>un&apos;espressione regolare che corrisponde a una cella qualsiasi</translation>
    </message>
    <message>
        <source>in that column only</source>
        <translation>solo in quella colonna</translation>
    </message>
    <message>
        <source>your own</source>
        <translation>i propri</translation>
    </message>
    <message>
        <source>numbers: &gt; &gt;= &lt; &lt;= = !=</source>
        <translation>numeri: &gt; &gt;= &lt; &lt;= = !=</translation>
    </message>
    <message>
        <source>times: s, m, h, d, w</source>
        <translation>tempi: s, m, h, d, w</translation>
    </message>
    <message>
        <source>Columns of this list:</source>
        <translation>Colonne di questo elenco:</translation>
    </message>
</context>
<context>
    <name>muster::widgets::FilterProxy</name>
    <message>
        <source>The pattern is too slow: %1 of %2 rows in %3 s; simplify it</source>
        <translation>L&apos;espressione è troppo lenta: %1 di %2 righe in %3 s; semplificala</translation>
    </message>
</context>
<context>
    <name>muster::widgets::FormSection</name>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message numerus="yes">
        <source>%n set</source>
        <translation>
            <numerusform>%n impostato</numerusform>
            <numerusform>%n impostati</numerusform>
        </translation>
    </message>
    <message>
        <source>Environment and files</source>
        <translation>Ambiente e file</translation>
    </message>
    <message>
        <source>OMP_NUM_THREADS=4
One per line</source>
        <translation>OMP_NUM_THREADS=4
Una per riga</translation>
    </message>
    <message>
        <source>Environment variables, NAME=VALUE</source>
        <translation>Variabili d&apos;ambiente, NOME=VALORE</translation>
    </message>
    <message>
        <source>&amp;Files</source>
        <translation>&amp;File</translation>
    </message>
    <message>
        <source>https://example.org/data.tar.gz
One per line</source>
        <translation>https://example.org/data.tar.gz
Uno per riga</translation>
    </message>
    <message>
        <source>Fetched into the sandbox, archives are extracted; verified by an optional &apos;#sha256=HEX&apos; at the end</source>
        <translation>Scaricati nella sandbox, gli archivi vengono estratti; &apos;#sha256=HEX&apos; alla fine, facoltativo, li verifica</translation>
    </message>
    <message>
        <source>Terminal</source>
        <translation>Terminale</translation>
    </message>
    <message>
        <source>Give it a terminal</source>
        <translation>Con un terminale</translation>
    </message>
    <message>
        <source>For &apos;muster attach&apos;</source>
        <translation>Per &apos;muster attach&apos;</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>Posizionamento</translation>
    </message>
    <message>
        <source>rack:a
One per line</source>
        <translation>rack:a
Uno per riga</translation>
    </message>
    <message>
        <source>Only nodes with these attributes, NAME:VALUE</source>
        <translation>Solo nodi con questi attributi, NOME:VALORE</translation>
    </message>
    <message>
        <source>Jobs with a higher priority start first</source>
        <translation>I job con priorità più alta partono per primi</translation>
    </message>
    <message>
        <source>cpus:1;mem:128;gpus:2;disk:1024</source>
        <translation>cpus:1;mem:128;gpus:2;disk:1024</translation>
    </message>
    <message>
        <source>All resources in one value, instead of GPUs, CPUs and memory above</source>
        <translation>Tutte le risorse in un valore, al posto di GPU, CPU e memoria qui sopra</translation>
    </message>
    <message>
        <source>Retries and user</source>
        <translation>Tentativi e utente</translation>
    </message>
    <message>
        <source>&amp;Retries</source>
        <translation>T&amp;entativi</translation>
    </message>
    <message>
        <source>How many times to restart it if it fails</source>
        <translation>Quante volte riavviarlo se fallisce</translation>
    </message>
    <message>
        <source>Grace period</source>
        <translation>Tempo di grazia</translation>
    </message>
    <message>
        <source>Time between SIGTERM and SIGKILL when it is ended, such as 30s</source>
        <translation>Tempo tra SIGTERM e SIGKILL quando viene terminato, ad esempio 30s</translation>
    </message>
    <message>
        <source>&amp;User</source>
        <translation>&amp;Utente</translation>
    </message>
    <message>
        <source>User to run it as on the node</source>
        <translation>Utente con cui eseguirlo sul nodo</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>Contenitore</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Immagine</translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation>Sola lettura</translation>
    </message>
    <message>
        <source>Makes the image read-only, except the sandbox, /dev/shm, each tmpfs and each writable volume</source>
        <translation>Rende l&apos;immagine di sola lettura, tranne la sandbox, /dev/shm, ogni tmpfs e ogni volume scrivibile</translation>
    </message>
    <message>
        <source>/data/sets:/sets:ro
One per line</source>
        <translation>/data/sets:/sets:ro
Uno per riga</translation>
    </message>
    <message>
        <source>HOST:PATH or HOST:PATH:ro: directories or files of the host that its agent allows</source>
        <translation>HOST:PATH o HOST:PATH:ro: cartelle o file dell&apos;host consentiti dal suo agente</translation>
    </message>
    <message>
        <source>/tmp:size=64m,mode=1777,exec
One per line</source>
        <translation>/tmp:size=64m,mode=1777,exec
Uno per riga</translation>
    </message>
    <message>
        <source>In-memory file systems</source>
        <translation>File system in memoria</translation>
    </message>
    <message>
        <source>The task&apos;s memory</source>
        <translation>La memoria del task</translation>
    </message>
    <message>
        <source>Size, such as 1g</source>
        <translation>Dimensione, ad esempio 1g</translation>
    </message>
    <message>
        <source>nofile=1024:4096
One per line</source>
        <translation>nofile=1024:4096
Uno per riga</translation>
    </message>
    <message>
        <source>Resource limits of processes, NAME=SOFT or NAME=SOFT:HARD, -1 for unlimited</source>
        <translation>Limiti di risorse dei processi, NAME=SOFT o NAME=SOFT:HARD, -1 per illimitato</translation>
    </message>
    <message>
        <source>IPC_LOCK
One per line</source>
        <translation>IPC_LOCK
Una per riga</translation>
    </message>
    <message>
        <source>Capabilities that its agent allows</source>
        <translation>Capability consentite dal suo agente</translation>
    </message>
    <message>
        <source>ALL
One per line</source>
        <translation>ALL
Una per riga</translation>
    </message>
    <message>
        <source>ALL, or individual capabilities</source>
        <translation>ALL, o singole capability</translation>
    </message>
    <message>
        <source>Varia&amp;bles</source>
        <translation>Varia&amp;bili</translation>
    </message>
    <message>
        <source>Constr&amp;aints</source>
        <translation>Vincoli</translation>
    </message>
    <message>
        <source>Priorit&amp;y</source>
        <translation>P&amp;riorità</translation>
    </message>
    <message>
        <source>Re&amp;sources</source>
        <translation>Ri&amp;sorse</translation>
    </message>
    <message>
        <source>Volumes</source>
        <translation>Volumi</translation>
    </message>
    <message>
        <source>Tmpfs</source>
        <translation>Tmpfs</translation>
    </message>
    <message>
        <source>/&amp;dev/shm</source>
        <translation>/dev/s&amp;hm</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Limiti</translation>
    </message>
    <message>
        <source>Add capabilities</source>
        <translation>Aggiungi capability</translation>
    </message>
    <message>
        <source>Drop capabilities</source>
        <translation>Rimuovi capability</translation>
    </message>
</context>
<context>
    <name>muster::widgets::GpuCharts</name>
    <message>
        <source>Not measured by this GPU: %1</source>
        <translation>Non misurato da questa GPU: %1</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>muster::widgets::GpuDetails</name>
    <message>
        <source>Restrict…</source>
        <translation>Escludi…</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>Rilascia</translation>
    </message>
    <message>
        <source>Processes on the GPU</source>
        <translation>Processi sulla GPU</translation>
    </message>
    <message>
        <source>No running processes found</source>
        <translation>Nessun processo in esecuzione trovato</translation>
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
        <translation>%1 (linee: %2)</translation>
    </message>
    <message>
        <source>No NVLink peers</source>
        <translation>Nessuna GPU collegata via NVLink</translation>
    </message>
    <message>
        <source>NVLink peers: %1</source>
        <translation>GPU collegate via NVLink: %1</translation>
    </message>
    <message>
        <source>The GPU no longer exists</source>
        <translation>La GPU non esiste più</translation>
    </message>
    <message>
        <source>%1: GPU %2</source>
        <translation>%1: GPU %2</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Restricted by %1: %2</source>
        <translation>Esclusa da %1: %2</translation>
    </message>
    <message>
        <source>Restricted by %1 until %2: %3</source>
        <translation>Esclusa da %1 fino a %2: %3</translation>
    </message>
    <message>
        <source>NUMA node %1</source>
        <translation>Nodo NUMA %1</translation>
    </message>
    <message>
        <source>%1 to GPU %2</source>
        <translation>%1 verso GPU %2</translation>
    </message>
    <message>
        <source>%1
%2</source>
        <translation>%1
%2</translation>
    </message>
    <message>
        <source>No events for this GPU</source>
        <translation>Nessun evento per questa GPU</translation>
    </message>
    <message>
        <source>Details of the GPU</source>
        <translation>Dettagli della GPU</translation>
    </message>
    <message>
        <source>Events of the GPU</source>
        <translation>Eventi della GPU</translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>Processi</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Eventi</translation>
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
        <translation>Nessuna GPU nel cluster</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Mem %1</source>
        <translation>Mem %1</translation>
    </message>
</context>
<context>
    <name>muster::widgets::HeatCard</name>
    <message>
        <source>Task %1</source>
        <translation>Task %1</translation>
    </message>
    <message>
        <source>%1, last %2 min</source>
        <translation>%1, ultimi %2 min</translation>
    </message>
</context>
<context>
    <name>muster::widgets::HeatLegend</name>
    <message>
        <source>Legend of the heat map</source>
        <translation>Legenda della mappa di calore</translation>
    </message>
    <message>
        <source>%1, dark is %2 %4, bright is %3 %4</source>
        <translation>%1, scuro è %2 %4, chiaro è %3 %4</translation>
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
        <translation>Mappa di calore di tutte le GPU per nodo</translation>
    </message>
    <message>
        <source>Arrow keys move between GPUs, typing a name finds a node, F1 shows details of a GPU, Enter opens it; plus, minus and 0 zoom</source>
        <translation>Le frecce spostano tra le GPU, digitare un nome trova un nodo, F1 mostra i dettagli di una GPU, Invio la apre; più, meno e 0 per lo zoom</translation>
    </message>
</context>
<context>
    <name>muster::widgets::HeatPanel</name>
    <message>
        <source>Metric of the heat map</source>
        <translation>Metrica della mappa di calore</translation>
    </message>
    <message>
        <source>Zoom out (-)</source>
        <translation>Riduci (-)</translation>
    </message>
    <message>
        <source>Zoom in (+)</source>
        <translation>Ingrandisci (+)</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Tutte</translation>
    </message>
    <message>
        <source>Show all GPUs (0)</source>
        <translation>Mostra tutte le GPU (0)</translation>
    </message>
    <message>
        <source>C&amp;olour by</source>
        <translation>C&amp;olora per</translation>
    </message>
</context>
<context>
    <name>muster::widgets::JobSection</name>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Nome</translation>
    </message>
    <message>
        <source>train-resnet</source>
        <translation>train-resnet</translation>
    </message>
    <message>
        <source>Name of the job</source>
        <translation>Nome del job</translation>
    </message>
    <message>
        <source>&amp;Image</source>
        <translation>&amp;Immagine</translation>
    </message>
    <message>
        <source>None: the host&apos;s file system</source>
        <translation>Nessuna: il file system dell&apos;host</translation>
    </message>
    <message>
        <source>Named as for Docker: nvcr.io/nvidia/pytorch:23.10-py3</source>
        <translation>Come per Docker: nvcr.io/nvidia/pytorch:23.10-py3</translation>
    </message>
    <message>
        <source>&amp;Linked</source>
        <translation>Co&amp;llegate</translation>
    </message>
    <message>
        <source>GPUs joined by NVLink</source>
        <translation>GPU collegate via NVLink</translation>
    </message>
    <message>
        <source>All GPUs of the job are direct NVLink peers</source>
        <translation>Tutte le GPU del job sono collegate direttamente via NVLink</translation>
    </message>
    <message>
        <source>C&amp;ommand</source>
        <translation>C&amp;omando</translation>
    </message>
    <message>
        <source>Command to run</source>
        <translation>Comando da eseguire</translation>
    </message>
    <message>
        <source>&amp;GPUs</source>
        <translation>&amp;GPU</translation>
    </message>
    <message>
        <source>Number of GPUs</source>
        <translation>Numero di GPU</translation>
    </message>
    <message>
        <source>Any</source>
        <translation>Qualsiasi</translation>
    </message>
    <message>
        <source>Only nodes with this value of the attribute &quot;gpu&quot;</source>
        <translation>Solo nodi con questo valore dell&apos;attributo &quot;gpu&quot;</translation>
    </message>
    <message>
        <source> MiB</source>
        <translation> MiB</translation>
    </message>
    <message>
        <source>CPU cores, fractions allowed: 0.5 is half a core</source>
        <translation>Core CPU, anche frazioni: 0.5 è mezzo core</translation>
    </message>
    <message>
        <source>&amp;Memory</source>
        <translation>&amp;Memoria</translation>
    </message>
    <message>
        <source>Host memory, not GPU memory; a task that uses more is killed</source>
        <translation>Memoria dell&apos;host, non delle GPU; un task che ne usa di più viene terminato</translation>
    </message>
    <message>
        <source>%1 (%2 of %3 free)</source>
        <translation>%1 (%2 di %3 libere)</translation>
    </message>
    <message>
        <source>GPU typ&amp;e</source>
        <translation>&amp;Tipo di GPU</translation>
    </message>
    <message>
        <source>C&amp;PUs</source>
        <translation>C&amp;PU</translation>
    </message>
</context>
<context>
    <name>muster::widgets::LastHour</name>
    <message>
        <source>Last hour</source>
        <translation>Ultima ora</translation>
    </message>
    <message>
        <source>No data yet</source>
        <translation>Ancora nessun dato</translation>
    </message>
    <message>
        <source>Waiting for the master…</source>
        <translation>In attesa del master…</translation>
    </message>
    <message>
        <source>No history yet</source>
        <translation>Ancora nessuna cronologia</translation>
    </message>
    <message>
        <source>The master records cluster figures from its start. The first ones are here within a minute.</source>
        <translation>Il master registra i dati del cluster dal proprio avvio. I primi arrivano entro un minuto.</translation>
    </message>
    <message>
        <source>Last hour · No history: %1</source>
        <translation>Ultima ora · Nessuna cronologia: %1</translation>
    </message>
</context>
<context>
    <name>muster::widgets::ListPanel</name>
    <message>
        <source>Columns</source>
        <translation>Colonne</translation>
    </message>
    <message>
        <source>Choose columns and save the selection</source>
        <translation>Scegli le colonne e salva la scelta</translation>
    </message>
    <message>
        <source>Filter of %1</source>
        <translation>Filtro di %1</translation>
    </message>
    <message>
        <source>Rows: %1</source>
        <translation>Righe: %1</translation>
    </message>
    <message>
        <source>Rows: %1 of %2</source>
        <translation>Righe: %1 di %2</translation>
    </message>
    <message>
        <source>0 of %1 match</source>
        <translation>0 di %1 corrispondono</translation>
    </message>
    <message>
        <source>No rows match &quot;%1&quot;</source>
        <translation>Nessuna riga corrisponde a &quot;%1&quot;</translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation>Cancella filtro</translation>
    </message>
    <message>
        <source>%1 · selected: %2</source>
        <translation>%1 · selezionate: %2</translation>
    </message>
</context>
<context>
    <name>muster::widgets::LogSearchBar</name>
    <message>
        <source>Find in the log</source>
        <translation>Trova nel log</translation>
    </message>
    <message>
        <source>Previous match (Shift+F3)</source>
        <translation>Corrispondenza precedente (Shift+F3)</translation>
    </message>
    <message>
        <source>Next match (F3)</source>
        <translation>Corrispondenza successiva (F3)</translation>
    </message>
    <message>
        <source>Show only matching lines</source>
        <translation>Mostra solo le righe corrispondenti</translation>
    </message>
    <message>
        <source>Close, and show all lines (Esc)</source>
        <translation>Chiudi e mostra tutte le righe (Esc)</translation>
    </message>
    <message>
        <source>Close the search</source>
        <translation>Chiudi la ricerca</translation>
    </message>
    <message>
        <source>No matches</source>
        <translation>Nessuna corrispondenza</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 di %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln matches</source>
        <translation>
            <numerusform>%Ln corrispondenza</numerusform>
            <numerusform>%Ln corrispondenze</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>muster::widgets::LogText</name>
    <message>
        <source>Log</source>
        <translation>Log</translation>
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
        <translation>Segui</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>Flusso</translation>
    </message>
    <message numerus="yes">
        <source>All %n tasks</source>
        <translation>
            <numerusform>%n task</numerusform>
            <numerusform>Tutti i %n task</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 lines</source>
        <translation>%1 righe</translation>
    </message>
    <message>
        <source>%1 hidden by the filter</source>
        <translation>%1 nascoste dal filtro</translation>
    </message>
    <message>
        <source>%1 older lines dropped, the newest %2 are kept</source>
        <translation>%1 righe più vecchie scartate, si tengono le %2 più recenti</translation>
    </message>
    <message>
        <source>%1 before them not loaded</source>
        <translation>%1 precedenti non caricati</translation>
    </message>
    <message numerus="yes">
        <source>↓ %Ln new lines</source>
        <translation>
            <numerusform>↓ %Ln nuova riga</numerusform>
            <numerusform>↓ %Ln nuove righe</numerusform>
        </translation>
    </message>
    <message>
        <source>The output appears here once it runs</source>
        <translation>L&apos;output apparirà qui quando sarà in esecuzione</translation>
    </message>
    <message>
        <source>No output</source>
        <translation>Nessun output</translation>
    </message>
    <message>
        <source>Nothing has been written so far</source>
        <translation>Finora non è stato scritto nulla</translation>
    </message>
    <message>
        <source>0 of %1 lines match</source>
        <translation>0 di %1 righe corrispondono</translation>
    </message>
    <message>
        <source>The filter hides all lines</source>
        <translation>Il filtro nasconde tutte le righe</translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation>Cancella filtro</translation>
    </message>
    <message>
        <source>Wrap</source>
        <translation>A capo</translation>
    </message>
    <message>
        <source>Follow new output again (End)</source>
        <translation>Segui di nuovo il nuovo output (End)</translation>
    </message>
    <message>
        <source>stdout and stderr</source>
        <translation>stdout e stderr</translation>
    </message>
    <message>
        <source>Last %1</source>
        <translation>Ultimi %1</translation>
    </message>
    <message>
        <source>All output</source>
        <translation>Tutto l&apos;output</translation>
    </message>
    <message>
        <source>Amount to load</source>
        <translation>Quantità da caricare</translation>
    </message>
    <message>
        <source>How much of each file to load; new output is always added</source>
        <translation>Quanto caricare di ogni file; il nuovo output viene sempre aggiunto</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Task</translation>
    </message>
    <message>
        <source>Break long lines</source>
        <translation>Manda a capo le righe lunghe</translation>
    </message>
    <message>
        <source>Follow new output (End)</source>
        <translation>Segui il nuovo output (End)</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Salva</translation>
    </message>
    <message>
        <source>Save or copy the lines</source>
        <translation>Salva o copia le righe</translation>
    </message>
    <message>
        <source>Save all lines…</source>
        <translation>Salva tutte le righe…</translation>
    </message>
    <message>
        <source>Save visible lines…</source>
        <translation>Salva le righe visibili…</translation>
    </message>
    <message>
        <source>Copy visible lines</source>
        <translation>Copia le righe visibili</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Trova</translation>
    </message>
    <message>
        <source>Search and filter (Ctrl+F)</source>
        <translation>Cerca e filtra (Ctrl+F)</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Ora</translation>
    </message>
    <message>
        <source>Time when each line was received; lines written before the log was opened have none</source>
        <translation>Ora di ricezione di ogni riga; le righe scritte prima dell&apos;apertura del log non ne hanno</translation>
    </message>
</context>
<context>
    <name>muster::widgets::LostNotice</name>
    <message>
        <source>Not connected</source>
        <translation>Non connesso</translation>
    </message>
</context>
<context>
    <name>muster::widgets::NodeDetails</name>
    <message>
        <source>Details of the node</source>
        <translation>Dettagli del nodo</translation>
    </message>
    <message>
        <source>GPUs of the node</source>
        <translation>GPU del nodo</translation>
    </message>
    <message>
        <source>Tasks on the node</source>
        <translation>Task sul nodo</translation>
    </message>
    <message>
        <source>This node has no GPUs</source>
        <translation>Questo nodo non ha GPU</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>No tasks on this node</source>
        <translation>Nessun task su questo nodo</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>Task</translation>
    </message>
    <message>
        <source>Topology</source>
        <translation>Topologia</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Eventi</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>Dati</translation>
    </message>
    <message>
        <source>Events of the node</source>
        <translation>Eventi del nodo</translation>
    </message>
    <message>
        <source>No events for this node</source>
        <translation>Nessun evento per questo nodo</translation>
    </message>
    <message>
        <source>%1:</source>
        <translation>%1:</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nome</translation>
    </message>
    <message>
        <source>Agent id</source>
        <translation>ID agente</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Stato</translation>
    </message>
    <message>
        <source>Drained by</source>
        <translation>Svuotato da</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>Driver</translation>
    </message>
    <message>
        <source>CUDA</source>
        <translation>CUDA</translation>
    </message>
    <message>
        <source>Attributes</source>
        <translation>Attributi</translation>
    </message>
    <message>
        <source>Resources</source>
        <translation>Risorse</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>Usato</translation>
    </message>
    <message>
        <source>Offered</source>
        <translation>Offerto</translation>
    </message>
    <message>
        <source>Joined</source>
        <translation>Registrato</translation>
    </message>
    <message>
        <source>The node no longer exists</source>
        <translation>Il nodo non esiste più</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>GPUs (%1)</source>
        <translation>GPU (%1)</translation>
    </message>
    <message>
        <source>Tasks (%1)</source>
        <translation>Task (%1)</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>none</source>
        <translation>nessuno</translation>
    </message>
    <message>
        <source>%1 since %2: %3</source>
        <translation>%1, inizio %2: %3</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>nessuno</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nulla</translation>
    </message>
</context>
<context>
    <name>muster::widgets::NoticeBar</name>
    <message>
        <source>&amp;Undo</source>
        <translation>A&amp;nnulla</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Chiudi</translation>
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
        <translation>Panoramica</translation>
    </message>
    <message>
        <source>%1/%2</source>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>GPUs busy</source>
        <translation>GPU occupate</translation>
    </message>
    <message>
        <source>GPUs free</source>
        <translation>GPU libere</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation>Utilizzo</translation>
    </message>
    <message>
        <source>Jobs running</source>
        <translation>Job in esecuzione</translation>
    </message>
    <message>
        <source>Jobs pending</source>
        <translation>Job in attesa</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Nodi</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Potenza</translation>
    </message>
    <message>
        <source>No nodes have joined</source>
        <translation>Nessun nodo si è unito</translation>
    </message>
    <message>
        <source>Utilisation of each GPU</source>
        <translation>Utilizzo di ogni GPU</translation>
    </message>
    <message>
        <source>GPUs unusable</source>
        <translation>GPU inutilizzabili</translation>
    </message>
</context>
<context>
    <name>muster::widgets::PatternField</name>
    <message>
        <source>Match case</source>
        <translation>Distingui maiuscole e minuscole</translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation>Espressione regolare</translation>
    </message>
    <message>
        <source>Only lines that do not match</source>
        <translation>Solo le righe che non corrispondono</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>muster::widgets::ProfileDialog</name>
    <message>
        <source>None</source>
        <translation>Nessuno</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Blu</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Verde</translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation>Giallo</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>Arancione</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>Rosso</translation>
    </message>
    <message>
        <source>Purple</source>
        <translation>Viola</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>Grigio</translation>
    </message>
    <message>
        <source>&amp;Test the connection</source>
        <translation>&amp;Prova la connessione</translation>
    </message>
    <message>
        <source>Connect to a cluster</source>
        <translation>Connetti a un cluster</translation>
    </message>
    <message>
        <source>Edit %1</source>
        <translation>Modifica %1</translation>
    </message>
    <message>
        <source>Name of the cluster, for example lab</source>
        <translation>Nome del cluster, ad esempio lab</translation>
    </message>
    <message>
        <source>gpu.example.org:5050 or https://gpu.example.org:5050</source>
        <translation>gpu.example.org:5050 o https://gpu.example.org:5050</translation>
    </message>
    <message>
        <source>Or paste the token; it is stored in a file that only you can read</source>
        <translation>Oppure incollare il token: è conservato in un file che solo tu puoi leggere</translation>
    </message>
    <message>
        <source>Only needed if the certificate is signed by a private authority</source>
        <translation>Serve solo se il certificato è firmato da un&apos;autorità privata</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Nome</translation>
    </message>
    <message>
        <source>&amp;Address</source>
        <translation>&amp;Indirizzo</translation>
    </message>
    <message>
        <source>Token &amp;file</source>
        <translation>&amp;File del token</translation>
    </message>
    <message>
        <source>The file with the token</source>
        <translation>Il file con il token</translation>
    </message>
    <message>
        <source>T&amp;oken</source>
        <translation>T&amp;oken</translation>
    </message>
    <message>
        <source>The certificate authority</source>
        <translation>L&apos;autorità di certificazione</translation>
    </message>
    <message>
        <source>Co&amp;lour</source>
        <translation>Co&amp;lore</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nome</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Indirizzo</translation>
    </message>
    <message>
        <source>Token file</source>
        <translation>File del token</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>CA file</source>
        <translation>File della CA</translation>
    </message>
    <message>
        <source>Colour of the stripe at the window&apos;s edge</source>
        <translation>Colore della striscia sul bordo della finestra</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>Sfoglia…</translation>
    </message>
    <message>
        <source>Browse: %1</source>
        <translation>Sfoglia: %1</translation>
    </message>
    <message>
        <source>Enter a name</source>
        <translation>Inserire un nome</translation>
    </message>
    <message>
        <source>Another cluster is named %1</source>
        <translation>Un altro cluster si chiama %1</translation>
    </message>
    <message>
        <source>Enter the address of the master</source>
        <translation>Inserire l&apos;indirizzo del master</translation>
    </message>
    <message>
        <source>Enter the token or its file, not both</source>
        <translation>Inserire il token o il suo file, non entrambi</translation>
    </message>
    <message>
        <source>CA f&amp;ile</source>
        <translation>File della &amp;CA</translation>
    </message>
</context>
<context>
    <name>muster::widgets::QueueWall</name>
    <message>
        <source>Queue</source>
        <translation>Coda</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Pending: %1</source>
        <translation>In attesa: %1</translation>
    </message>
    <message>
        <source>By reason – %1</source>
        <translation>Per motivo – %1</translation>
    </message>
    <message>
        <source>No pending jobs</source>
        <translation>Nessun job in attesa</translation>
    </message>
    <message>
        <source>Running: %1</source>
        <translation>In esecuzione: %1</translation>
    </message>
    <message>
        <source>No running jobs</source>
        <translation>Nessun job in esecuzione</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n altro</numerusform>
            <numerusform>%n altri</numerusform>
        </translation>
    </message>
    <message>
        <source>GPUs: %1</source>
        <translation>GPU: %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 di %2</translation>
    </message>
</context>
<context>
    <name>muster::widgets::RunChart</name>
    <message>
        <source>Runs of the last and the next 12 hours</source>
        <translation>Esecuzioni delle ultime e delle prossime 12 ore</translation>
    </message>
    <message>
        <source>%1: %2, %3, %4</source>
        <translation>%1: %2, %3, %4</translation>
    </message>
    <message>
        <source>%1: next run %2</source>
        <translation>%1: prossima esecuzione %2</translation>
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
        <translation>Salva</translation>
    </message>
    <message>
        <source>Save as template</source>
        <translation>Salva come modello</translation>
    </message>
    <message>
        <source>train</source>
        <translation>train</translation>
    </message>
    <message>
        <source>Letters, digits, dot, underscore and dash</source>
        <translation>Lettere, cifre, punto, trattino basso e trattino</translation>
    </message>
    <message>
        <source>Train a model</source>
        <translation>Addestra un modello</translation>
    </message>
    <message>
        <source>Description for users of the template</source>
        <translation>Descrizione per chi usa il modello</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Nome</translation>
    </message>
    <message>
        <source>&amp;Title</source>
        <translation>&amp;Titolo</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Aiuto</translation>
    </message>
    <message>
        <source>%1 (now %2)</source>
        <translation>%1 (ora %2)</translation>
    </message>
    <message>
        <source>Fields</source>
        <translation>Campi</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Sostituisci</translation>
    </message>
</context>
<context>
    <name>muster::widgets::ServiceDetails</name>
    <message>
        <source>Instances</source>
        <translation>Istanze</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Stato</translation>
    </message>
    <message>
        <source>Deployment</source>
        <translation>Distribuzione</translation>
    </message>
    <message>
        <source>Last failure</source>
        <translation>Ultimo errore</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Esegue</translation>
    </message>
    <message>
        <source>Depends on</source>
        <translation>Dipende da</translation>
    </message>
    <message>
        <source>Service ports</source>
        <translation>Porte del servizio</translation>
    </message>
    <message>
        <source>%1:</source>
        <translation>%1:</translation>
    </message>
    <message>
        <source>The service no longer exists</source>
        <translation>Il servizio non esiste più</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>No instances</source>
        <translation>Nessuna istanza</translation>
    </message>
    <message>
        <source>none</source>
        <translation>nessuna</translation>
    </message>
    <message>
        <source>%1 since %2, id %3</source>
        <translation>%1 dalle %2, id %3</translation>
    </message>
    <message>
        <source>%1 on %2 at %3: %4. %5</source>
        <translation>%1 su %2 alle %3: %4. %5</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
</context>
<context>
    <name>muster::widgets::ShortList</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n altro</numerusform>
            <numerusform>%n altri</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>muster::widgets::Sparkline</name>
    <message>
        <source>No samples yet</source>
        <translation>Ancora nessun campione</translation>
    </message>
</context>
<context>
    <name>muster::widgets::SpecDialog</name>
    <message>
        <source>Spec of %1</source>
        <translation>Specifica di %1</translation>
    </message>
    <message>
        <source>The job has settings that cannot be shown here: this spec is incomplete.</source>
        <translation>Il job ha impostazioni che non si possono mostrare qui: questa specifica è incompleta.</translation>
    </message>
    <message>
        <source>Clone and edit</source>
        <translation>Clona e modifica</translation>
    </message>
</context>
<context>
    <name>muster::widgets::SpecPreview</name>
    <message>
        <source>The job as a file (YAML)</source>
        <translation>Il job come file (YAML)</translation>
    </message>
    <message>
        <source>Copy the job as a file</source>
        <translation>Copia il job come file</translation>
    </message>
    <message>
        <source>Equivalent command line</source>
        <translation>Riga di comando equivalente</translation>
    </message>
    <message>
        <source>Copy the command line</source>
        <translation>Copia la riga di comando</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copia</translation>
    </message>
</context>
<context>
    <name>muster::widgets::Splitter</name>
    <message>
        <source>Divider</source>
        <translation>Divisore</translation>
    </message>
    <message>
        <source>The arrow keys move it</source>
        <translation>Si sposta con i tasti freccia</translation>
    </message>
</context>
<context>
    <name>muster::widgets::StaleBanner</name>
    <message>
        <source>Retry now</source>
        <translation>Riprova ora</translation>
    </message>
    <message>
        <source>Not connected, no data yet</source>
        <translation>Non connesso, ancora nessun dato</translation>
    </message>
    <message>
        <source>Not connected. Data as of %1</source>
        <translation>Non connesso. Ultimi dati: %1</translation>
    </message>
    <message>
        <source>Next attempt in %1 s</source>
        <translation>Prossimo tentativo tra %1 s</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>Connessione in corso…</translation>
    </message>
</context>
<context>
    <name>muster::widgets::StaleVeil</name>
    <message>
        <source>Old data</source>
        <translation>Dati vecchi</translation>
    </message>
    <message>
        <source>DATA FROM %1</source>
        <translation>ULTIMI DATI: %1</translation>
    </message>
</context>
<context>
    <name>muster::widgets::SubmitForm</name>
    <message>
        <source>Check</source>
        <translation>Verifica</translation>
    </message>
    <message>
        <source>Submit</source>
        <translation>Invia</translation>
    </message>
    <message>
        <source>Show where it would be placed now, without submitting it</source>
        <translation>Mostra dove verrebbe collocato ora, senza inviarlo</translation>
    </message>
    <message>
        <source>Submitting…</source>
        <translation>Invio in corso…</translation>
    </message>
    <message>
        <source>Fix the highlighted fields</source>
        <translation>Correggere i campi evidenziati</translation>
    </message>
    <message>
        <source>Save as template…</source>
        <translation>Salva come modello…</translation>
    </message>
    <message>
        <source>Save a template for similar jobs</source>
        <translation>Salva un modello per job simili</translation>
    </message>
</context>
<context>
    <name>muster::widgets::TemplatePanel</name>
    <message>
        <source>&amp;Template</source>
        <translation>Mo&amp;dello</translation>
    </message>
    <message>
        <source>Template</source>
        <translation>Modello</translation>
    </message>
    <message>
        <source>Files in the folder muster/templates of your settings, and in %1</source>
        <translation>File nella cartella muster/templates delle tue impostazioni e in %1</translation>
    </message>
    <message>
        <source>No templates</source>
        <translation>Nessun modello</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Nessuno</translation>
    </message>
    <message>
        <source>%1 (broken)</source>
        <translation>%1 (non valido)</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>16g</source>
        <translation>16g</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>Da %1 a %2</translation>
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
        <translation>nessun dato</translation>
    </message>
    <message>
        <source>minimum %1, mean %2, maximum %3, latest %4</source>
        <translation>minimo %1, media %2, massimo %3, ultimo %4</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 (%2 to %3)</source>
        <translation>%1 (da %2 a %3)</translation>
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
        <translation>Caricamento…</translation>
    </message>
    <message>
        <source>No data in this range</source>
        <translation>Nessun dato in questo intervallo</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>last mean of %1</source>
        <translation>ultima media di %1</translation>
    </message>
</context>
<context>
    <name>muster::widgets::TopologyView</name>
    <message>
        <source>Topology</source>
        <translation>Topologia</translation>
    </message>
    <message>
        <source>This node has no GPUs</source>
        <translation>Questo nodo non ha GPU</translation>
    </message>
    <message>
        <source>This node has one GPU</source>
        <translation>Questo nodo ha una sola GPU</translation>
    </message>
    <message>
        <source>The driver of this node does not report how its GPUs are connected</source>
        <translation>Il driver di questo nodo non indica come sono collegate le sue GPU</translation>
    </message>
</context>
<context>
    <name>muster::widgets::WallFooter</name>
    <message>
        <source>Pages</source>
        <translation>Pagine</translation>
    </message>
    <message>
        <source>Page %1 of %2</source>
        <translation>Pagina %1 di %2</translation>
    </message>
</context>
<context>
    <name>muster::widgets::WallHeader</name>
    <message>
        <source>Cluster and time</source>
        <translation>Cluster e ora</translation>
    </message>
</context>
</TS>
